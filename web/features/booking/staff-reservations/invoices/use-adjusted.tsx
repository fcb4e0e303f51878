'use client'
import { notifications } from '@mantine/notifications'
import { type Refund, undoRefundRoute } from '@openspot/contract/money/adjustments.ts'
import { useTranslations } from 'use-intl'
import { useApiMutation } from '@/lib/use-api.ts'
import { staffReservationErrors } from '@/lib/use-staff-act.ts'
import { useUndo } from '@/ui/undo/use-undo.tsx'
import type { Adjustment } from './adjust-dialog.tsx'

/** Says what was done with an invoice. A refund can be undone until it is sent to the bank. */
export function useAdjusted(): (what: Adjustment, amount: string, refund: Refund | null) => void {
  const t = useTranslations()
  const { done } = useUndo()
  const { mutateAsync } = useApiMutation(undoRefundRoute, {
    client: 'admin',
    refresh: staffReservationErrors,
  })
  return (what, amount, refund) => {
    if (what === 'bill') notifications.show({ message: t('invoices.billedToast', { amount }) })
    else if (refund === null) notifications.show({ message: t('invoices.reducedToast', { amount }) })
    else {
      const message =
        refund.status === 'AWAITING_APPROVAL'
          ? t('invoices.refundAwaitsToast', { amount })
          : t('invoices.refundedToast', { amount })
      if (refund.can_undo) done(message, () => mutateAsync({ params: { refund_id: refund.id } }))
      else notifications.show({ message })
    }
  }
}
