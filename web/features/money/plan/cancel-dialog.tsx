'use client'
import { useState } from 'react'
import { ActDialog } from '@/ui/act-dialog.tsx'
import { Facts } from '@/ui/panel.tsx'
import { ReasonField } from '@/ui/reason-field.tsx'
import { Note } from '@/ui/states.tsx'
import { Day } from '@/ui/time.tsx'
import { words } from '@/words/index.ts'
import type { DialogProps } from './change-dialog.tsx'
import { useChange, useOutcome } from './use-plan.ts'

const cancellation = { kind: 'CANCEL', effective_at: 'PERIOD_END' } as const

/** Cancels the plan at the end of the paid month and explains the consequences. */
export function CancelDialog({ subscription, onClose, onDone }: DialogProps) {
  const say = words.plan.cancelDialog
  const [reason, setReason] = useState('')
  const outcome = useOutcome(subscription.id, cancellation)
  const { change, isBusy, errorAt, errorBeside } = useChange(subscription.id)
  const stops = outcome.data?.stops_bookings ?? false
  const text = !outcome.data
    ? words.common.loading
    : stops
      ? say.stops(subscription.spot_count)
      : say.toFree(outcome.data.plan?.name ?? '')
  return (
    <ActDialog
      title={say.title}
      text={text}
      fault={errorBeside('reason')}
      go={stops ? say.goStops : say.go}
      no={say.no}
      isBusy={isBusy}
      isReady={outcome.isSuccess && reason.trim() !== ''}
      isDanger
      onGo={() => change({ ...cancellation, reason: reason.trim() }, () => onDone(say.done))}
      onClose={onClose}
    >
      {outcome.error ? <Note tone="bad" title={outcome.error.message} /> : null}
      <Facts
        items={[
          [say.ends, <Day key="ends" at={subscription.period_ends_at} zone={subscription.lot.time_zone} />],
        ]}
      />
      <ReasonField
        label={words.plan.dialog.reason}
        description={words.plan.dialog.reasonText}
        reason={reason}
        error={errorAt('reason')}
        onChange={setReason}
      />
    </ActDialog>
  )
}
