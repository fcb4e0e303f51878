'use client'
import { replaceByStaffRoute } from '@openspot/contract/booking/staff-reservations.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useStaffAct } from '@/lib/use-staff-act.ts'
import { ActDialog } from '@/ui/act-dialog.tsx'
import { ReasonField } from '@/ui/reason-field.tsx'
import { Note } from '@/ui/states.tsx'
import { ReservationTime } from '@/ui/time.tsx'
import type { Dropped } from './timeline-grid.tsx'

/** Moves the rest of a running or monthly reservation to the spot that it was dropped on. Nothing is charged. */
export function MoveRunningDialog({
  dropped: { bar, spot_id, conflict },
  lot,
  onClose,
  onDone,
}: {
  dropped: Dropped
  lot: ConsoleLot
  onClose: () => void
  onDone: (message: string) => void
}) {
  const t = useTranslations()
  const [reason, setReason] = useState('')
  const { act, isBusy, errorAt, errorBeside } = useStaffAct(replaceByStaffRoute)
  const isRunning = bar.kind === 'running'
  const move = () =>
    act({ body: { reservation_id: bar.reservation.id, spot_id, reason: reason.trim() } }, () =>
      onDone(t('staffReservations.replace.done')),
    )
  return (
    <ActDialog
      title={t('staffReservations.replace.title')}
      text={t(isRunning ? 'staffReservations.replace.textSplit' : 'staffReservations.replace.text')}
      fault={errorBeside('reason')}
      go={t('staffReservations.replace.go')}
      isBusy={isBusy}
      isReady={reason.trim() !== '' && !conflict}
      onGo={move}
      onClose={onClose}
    >
      {conflict ? (
        <Note tone="bad" title={t('timeline.conflict')}>
          <p>
            {conflict.reservation.name ?? t('staffChange.someone')}
            {': '}
            <ReservationTime
              starts_at={conflict.reservation.starts_at}
              ends_at={conflict.reservation.ends_at}
              zone={lot.time_zone}
            />
          </p>
        </Note>
      ) : null}
      <ReasonField
        label={t('staffReservations.reason')}
        description={t('staffReservations.reasonText')}
        reason={reason}
        error={errorAt('reason')}
        onChange={setReason}
      />
    </ActDialog>
  )
}
