'use client'
import { Button } from '@mantine/core'
import { approveRefundRoute, type Refund, undoRefundRoute } from '@openspot/contract/money/adjustments.ts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { tag } from '@/lib/messages/tag.ts'
import { useStaffAct } from '@/lib/use-staff-act.ts'
import { moneyText } from '@/ui/money.tsx'
import { Note } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import { FailedRefund } from './failed-refund.tsx'
import css from './refund-row.module.css'
import { refundFailureText, refundReasonText } from './refund-text.ts'

/** A refund: who requested it and why, its status, and the possible actions. */
export function RefundRow({
  refund,
  currency,
  zone,
  about,
}: {
  refund: Refund
  currency: string
  zone: string
  /** The subject of the refund, if it is not listed with its invoice. */
  about?: ReactNode
}) {
  const t = useTranslations()
  const approve = useStaffAct(approveRefundRoute)
  const undo = useStaffAct(undoRefundRoute)
  const params = { refund_id: refund.id }
  const fault = approve.error ?? undo.error
  return (
    <li className={css.refund}>
      {about}
      <p>
        <strong>{t('invoices.refundOf', { amount: moneyText(t, refund.amount_cents, currency) })}</strong>{' '}
        <span className={css.state} data-state={refund.status}>
          {t(`invoices.refundStatuses.${refund.status}`)}
        </span>
      </p>
      <p className={css.quiet}>
        <bdi>{refundReasonText(t, refund.reason)}</bdi> ·{' '}
        {refund.requested_by === null
          ? t('invoices.byRule')
          : t('invoices.by', { name: refund.requested_by })}
        {refund.approved_by === null ? null : ` · ${t('invoices.approvedBy', { name: refund.approved_by })}`}
      </p>
      {refund.failure_message ? (
        <p className={css.quiet}>{refundFailureText(t, refund.failure_message)}</p>
      ) : null}
      <FailedRefund refund={refund} currency={currency} />
      {refund.undo_until && refund.can_undo ? (
        <p className={css.quiet}>
          {t.rich('invoices.undoUntil', {
            time: tag(<Moment at={refund.undo_until} zone={zone} inside />),
          })}
        </p>
      ) : null}
      {fault ? <Note tone="bad" title={fault.message} /> : null}
      {refund.can_approve || refund.can_undo ? (
        <div className={css.buttons}>
          {refund.can_approve ? (
            <Button
              size="compact-md"
              loading={approve.isBusy}
              onClick={() => approve.act({ params }, () => {})}
            >
              {t('invoices.approve')}
            </Button>
          ) : null}
          {refund.can_undo ? (
            <Button
              size="compact-md"
              variant="default"
              loading={undo.isBusy}
              onClick={() => undo.act({ params }, () => {})}
            >
              {t('invoices.undo')}
            </Button>
          ) : null}
        </div>
      ) : null}
    </li>
  )
}
