'use client'
import { replaceByStaffRoute } from '@openspot/contract/booking/staff-reservations.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { plusLocalDays } from '@openspot/core/time/zone.ts'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { reservationPath } from '@/lib/paths.ts'
import { phaseOf } from '@/lib/reservation-phase.ts'
import { useStaffAct } from '@/lib/use-staff-act.ts'
import { ActDialog } from '@/ui/act-dialog.tsx'
import { Choice } from '@/ui/choice.tsx'
import { missingText } from '@/ui/missing-text.ts'
import { ReasonField } from '@/ui/reason-field.tsx'
import { MomentField } from '@/ui/when-fields.tsx'
import type { ActionProps } from './reservation-actions.tsx'
import { SpotSelect } from './spot-select.tsx'
import css from './staff-reservation.module.css'

/** Moves a reservation to another spot, entirely, from now on, or from a date on. */
export function ReplaceDialog({ reservation, lot, onClose, onDone }: ActionProps) {
  const t = useTranslations()
  const { now } = useClock()
  const router = useRouter()
  const isRunning = phaseOf(reservation, now) === 'running'
  const earliest = isRunning ? isoOf(Math.floor(minutesOf(now))) : reservation.starts_at
  const [spot_id, setSpot] = useState<string | null>(null)
  const [from, setFrom] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const { act, isBusy, errorAt: faultAt, errorBeside: faultBeside } = useStaffAct(replaceByStaffRoute)
  const replace = () => {
    if (!spot_id) return
    const body = { reservation_id: reservation.id, spot_id, reason: reason.trim(), ...(from ? { from } : {}) }
    act({ body }, ({ continued_by }) => {
      onDone(continued_by ? t('staffReservations.replace.doneSplit') : t('staffReservations.replace.done'))
      // The new part matters from now on; it carries the payments once it has started.
      if (continued_by) router.push(reservationPath(lot.id, continued_by.id))
    })
  }
  const why = missingText(t, [
    [t('staffReservations.stay.spot'), spot_id !== null],
    [t('staffReservations.reason'), reason.trim() !== ''],
  ])
  return (
    <ActDialog
      title={t('staffReservations.replace.title')}
      text={
        from || isRunning ? t('staffReservations.replace.textSplit') : t('staffReservations.replace.text')
      }
      fault={faultBeside('spot_id', 'from', 'reason')}
      go={t('staffReservations.replace.go')}
      isBusy={isBusy}
      isReady={why === null}
      why={why}
      onGo={replace}
      onClose={onClose}
    >
      <Choice
        name="from"
        legend={t('staffReservations.replace.when')}
        value={from === null ? 'now' : 'later'}
        onChange={(value) =>
          setFrom(value === 'now' ? null : laterThan(earliest, reservation.ends_at, lot.time_zone))
        }
        options={[
          {
            value: 'now',
            content: isRunning ? t('staffReservations.replace.atOnce') : t('staffReservations.replace.whole'),
          },
          { value: 'later', content: t('staffReservations.replace.later') },
        ]}
      />
      {from === null ? null : (
        <MomentField
          legend={t('when.from')}
          at={from}
          zone={lot.time_zone}
          earliest={earliest}
          onChange={(at) => setFrom(isoOf(at))}
        />
      )}
      {faultAt('from') ? (
        <p className={css.fault} role="alert">
          {faultAt('from')}
        </p>
      ) : null}
      <SpotSelect
        lot_id={lot.id}
        starts_at={from ?? earliest}
        ends_at={reservation.ends_at}
        except={reservation.spot_id}
        value={spot_id}
        error={faultAt('spot_id')}
        onChange={setSpot}
      />
      <ReasonField
        label={t('staffReservations.reason')}
        description={t('staffReservations.reasonText')}
        reason={reason}
        error={faultAt('reason')}
        onChange={setReason}
      />
    </ActDialog>
  )
}

/** Returns one day after the start, or the middle of a reservation that ends before that. */
function laterThan(start: string, end: string | null, zone: string): string {
  const [from, tomorrow] = [minutesOf(start), plusLocalDays(zone, minutesOf(start), 1)]
  if (end === null || minutesOf(end) > tomorrow) return isoOf(tomorrow)
  return isoOf(Math.floor((from + minutesOf(end)) / 2))
}
