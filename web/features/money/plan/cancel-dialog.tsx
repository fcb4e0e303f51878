'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActDialog } from '@/ui/act-dialog.tsx'
import { Facts } from '@/ui/panel.tsx'
import { ReasonField } from '@/ui/reason-field.tsx'
import { Note } from '@/ui/states.tsx'
import { Day } from '@/ui/time.tsx'
import type { DialogProps } from './change-dialog.tsx'
import { useChange, useOutcome } from './use-plan.ts'

const cancellation = { kind: 'CANCEL', effective_at: 'PERIOD_END' } as const

/** Cancels the plan at the end of the paid month and explains the consequences. */
export function CancelDialog({ subscription, onClose, onDone }: DialogProps) {
  const t = useTranslations()
  const [reason, setReason] = useState('')
  const outcome = useOutcome(subscription.id, cancellation)
  const { change, isBusy, errorAt, errorBeside } = useChange(subscription.id)
  const stops = outcome.data?.stops_bookings ?? false
  const text = !outcome.data
    ? t('common.loading')
    : stops
      ? t('plan.cancelDialog.stops', { spots: subscription.spot_count })
      : t('plan.cancelDialog.toFree', { name: outcome.data.plan?.name ?? '' })
  return (
    <ActDialog
      title={t('plan.cancelDialog.title')}
      text={text}
      fault={errorBeside('reason')}
      go={stops ? t('plan.cancelDialog.goStops') : t('plan.cancelDialog.go')}
      no={t('plan.cancelDialog.no')}
      isBusy={isBusy}
      isReady={outcome.isSuccess && reason.trim() !== ''}
      isDanger
      onGo={() =>
        change({ ...cancellation, reason: reason.trim() }, () => onDone(t('plan.cancelDialog.done')))
      }
      onClose={onClose}
    >
      {outcome.error ? <Note tone="bad" title={outcome.error.message} /> : null}
      <Facts
        items={[
          [
            t('plan.cancelDialog.ends'),
            <Day key="ends" at={subscription.period_ends_at} zone={subscription.lot.time_zone} />,
          ],
        ]}
      />
      <ReasonField
        label={t('plan.dialog.reason')}
        description={t('plan.dialog.reasonText')}
        reason={reason}
        error={errorAt('reason')}
        onChange={setReason}
      />
    </ActDialog>
  )
}
