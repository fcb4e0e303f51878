'use client'
import { giveNoticeRoute } from '@openspot/contract/booking/staff-reservations.ts'
import { getLotRoute } from '@openspot/contract/lots/lots.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { plusLocalDays } from '@openspot/core/time/zone.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { useApiQuery } from '@/lib/use-api.ts'
import { useStaffAct } from '@/lib/use-staff-act.ts'
import { ActDialog } from '@/ui/act-dialog.tsx'
import { Choice } from '@/ui/choice.tsx'
import { ReasonField } from '@/ui/reason-field.tsx'
import { MomentField } from '@/ui/when-fields.tsx'
import type { ActionProps } from './reservation-actions.tsx'
import css from './staff-reservation.module.css'

/** Ends an open-ended reservation, after the lot's notice period or at another time. */
export function NoticeDialog({ reservation, lot, onClose, onDone }: ActionProps) {
  const t = useTranslations()
  const { now } = useClock()
  const settings = useApiQuery(getLotRoute, { params: { lot_id: lot.id } }, { client: 'admin' })
  const days = settings.data?.host_notice_days
  const [ends_at, setEnd] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const { act, isBusy, errorAt: faultAt, errorBeside: faultBeside } = useStaffAct(giveNoticeRoute)
  const give = () => {
    const trimmed = reason.trim()
    const body = { ...(ends_at ? { ends_at } : {}), ...(trimmed ? { reason: trimmed } : {}) }
    act({ params: { reservation_id: reservation.id }, body }, () =>
      onDone(t('staffReservations.notice.done')),
    )
  }
  return (
    <ActDialog
      title={t('staffReservations.notice.title')}
      text={t('staffReservations.notice.text')}
      fault={faultBeside('ends_at', 'reason')}
      go={t('staffReservations.notice.go')}
      isBusy={isBusy}
      isReady
      isDanger
      onGo={give}
      onClose={onClose}
    >
      <Choice
        name="notice"
        legend={t('staffReservations.notice.when')}
        value={ends_at === null ? 'usual' : 'other'}
        onChange={(value) =>
          setEnd(
            value === 'usual'
              ? null
              : isoOf(plusLocalDays(lot.time_zone, Math.ceil(minutesOf(now) / 30) * 30, days ?? 1)),
          )
        }
        options={[
          {
            value: 'usual',
            content:
              days === undefined
                ? t('staffReservations.notice.usual')
                : t('staffReservations.notice.usualDays', { days }),
          },
          { value: 'other', content: t('staffReservations.notice.other') },
        ]}
      />
      {ends_at === null ? null : (
        <MomentField
          legend={t('change.lastDay')}
          at={ends_at}
          zone={lot.time_zone}
          earliest={now}
          onChange={(at) => setEnd(isoOf(at))}
        />
      )}
      {faultAt('ends_at') ? (
        <p className={css.fault} role="alert">
          {faultAt('ends_at')}
        </p>
      ) : null}
      <ReasonField
        label={t('staffReservations.reasonOptional')}
        description={t('staffReservations.reasonText')}
        reason={reason}
        error={faultAt('reason')}
        onChange={setReason}
        isOptional
      />
    </ActDialog>
  )
}
