'use client'
import { Button } from '@mantine/core'
import type { AdminInvoice } from '@openspot/contract/money/adjustments.ts'
import { approveBillRoute, withdrawBillRoute } from '@openspot/contract/money/bills.ts'
import { useTranslations } from 'use-intl'
import { useStaffAct } from '@/lib/use-staff-act.ts'
import { Note } from '@/ui/states.tsx'
import css from './invoices.module.css'

/** The status of a bill for staff (awaiting approval, sent, contested), with actions to approve and withdraw it. */
export function BillState({ invoice, onDone }: { invoice: AdminInvoice; onDone: () => void }) {
  const t = useTranslations()
  const approve = useStaffAct(approveBillRoute)
  const withdraw = useStaffAct(withdrawBillRoute)
  const { bill } = invoice
  if (bill === null || (!bill.can_withdraw && bill.contested_at === null)) return null
  const params = { invoice_id: invoice.id }
  const fault = approve.error ?? withdraw.error
  const title = bill.needs_approval
    ? t('invoices.bill.awaitsApproval')
    : bill.contested_at
      ? t('invoices.bill.isContested')
      : t('invoices.bill.isSent')
  return (
    <Note tone={bill.contested_at && bill.can_withdraw ? 'bad' : 'plain'} title={title}>
      {bill.contest_reason ? <p>{t('invoices.bill.driverSays', { reason: bill.contest_reason })}</p> : null}
      {bill.requested_by ? <p>{t('invoices.by', { name: bill.requested_by })}</p> : null}
      {bill.approved_by ? <p>{t('invoices.approvedBy', { name: bill.approved_by })}</p> : null}
      {fault ? <p role="alert">{fault.message}</p> : null}
      <div className={css.buttons}>
        {bill.can_approve ? (
          <Button size="compact-md" loading={approve.isBusy} onClick={() => approve.act({ params }, onDone)}>
            {t('invoices.bill.approve')}
          </Button>
        ) : null}
        {bill.can_withdraw ? (
          <Button
            size="compact-md"
            variant="default"
            loading={withdraw.isBusy}
            onClick={() => withdraw.act({ params }, onDone)}
          >
            {t('invoices.bill.withdraw')}
          </Button>
        ) : null}
      </div>
    </Note>
  )
}
