'use client'
import { type Cancellation, getCancellationRoute } from '@openspot/contract/booking/reservation-changes.ts'
import { cancelByStaffRoute } from '@openspot/contract/booking/staff-reservations.ts'
import { type Invoice, listReservationInvoicesRoute } from '@openspot/contract/money/invoices.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useApiQuery } from '@/lib/use-api.ts'
import { useStaffAct } from '@/lib/use-staff-act.ts'
import { ActDialog } from '@/ui/act-dialog.tsx'
import { Choice } from '@/ui/choice.tsx'
import { missingText } from '@/ui/missing-text.ts'
import { Money, moneyText } from '@/ui/money.tsx'
import { MoneyField, readMoney } from '@/ui/money-field.tsx'
import { ReasonField } from '@/ui/reason-field.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import type { ActionProps } from './reservation-actions.tsx'
import css from './staff-reservation.module.css'

/** Returns what can still be refunded. The cancellation policy also includes payments in progress. */
const leftOf = (invoices: readonly Invoice[], policy: Cancellation | undefined): number =>
  Math.max(
    policy ? policy.refund_cents + policy.kept_cents : 0,
    invoices.reduce((sum, one) => sum + one.paid_cents - one.refunded_cents - one.refund_pending_cents, 0),
  )

/** Cancels a reservation with a reason and a refund by policy or of another amount. */
export function StaffCancelDialog({ reservation, lot, onClose, onDone }: ActionProps) {
  const t = useTranslations()
  const params = { reservation_id: reservation.id }
  const policy = useApiQuery(getCancellationRoute, { params }, { client: 'admin', everySeconds: 30 })
  const invoices = useApiQuery(listReservationInvoicesRoute, { params }, { client: 'admin' })
  const currency = reservation.currency ?? lot.currency
  const left = leftOf(invoices.data?.items ?? [], policy.data)
  /** Null means the amount by policy. */
  const [amount, setAmount] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const { act, isBusy, errorAt: faultAt, errorBeside: faultBeside } = useStaffAct(cancelByStaffRoute)
  const read = amount === null ? null : readMoney(t, amount, currency)
  const chosen = read?.ok ? read.cents : null
  const refund = amount === null ? policy.data?.refund_cents : (chosen ?? undefined)
  const fault =
    faultAt('refund_cents') ??
    (chosen !== null && chosen > left ? t('staffReservations.cancel.tooMuch') : null)
  const cancel = () => {
    if (refund === undefined || fault) return
    const body = { reason: reason.trim(), ...(amount === null ? {} : { refund_cents: refund }) }
    act({ params, body }, () => onDone(t('staffReservations.cancel.done')))
  }
  const why = missingText(t, [
    [t('staffReservations.cancel.amount'), refund !== undefined],
    [t('staffReservations.reason'), reason.trim() !== ''],
  ])
  return (
    <ActDialog
      title={t('staffReservations.cancel.title')}
      text={left > 0 ? t('staffReservations.cancel.text') : t('staffReservations.cancel.textUnpaid')}
      fault={faultBeside('refund_cents', 'reason') ?? (policy.isError ? policy.error.message : null)}
      no={t('staffReservations.cancel.keep')}
      go={
        refund
          ? t('staffReservations.cancel.goFor', { amount: moneyText(t, refund, currency) })
          : t('staffReservations.cancel.go')
      }
      isBusy={isBusy}
      isDanger
      isReady={why === null}
      why={why}
      onGo={cancel}
      onClose={onClose}
    >
      {policy.isPending || invoices.isPending ? <ListSkeleton rows={1} /> : null}
      {policy.data && left > 0 ? (
        <>
          <dl className={css.figures}>
            <div>
              <dt>{t('staffReservations.cancel.left')}</dt>
              <dd>
                <Money cents={left} currency={currency} size="lg" />
              </dd>
            </div>
          </dl>
          <Choice
            name="refund"
            legend={t('staffReservations.cancel.refund')}
            value={amount === null ? 'policy' : 'other'}
            onChange={(value) => setAmount(value === 'policy' ? null : '')}
            options={[
              {
                value: 'policy',
                content: t('staffReservations.cancel.byPolicy', {
                  amount: moneyText(t, policy.data.refund_cents, policy.data.currency),
                }),
                aside: t(`staffReservations.cancel.rules.${policy.data.rule}`),
              },
              { value: 'other', content: t('staffReservations.cancel.otherAmount') },
            ]}
          />
          {amount === null ? null : (
            <MoneyField
              label={t('staffReservations.cancel.amount')}
              text={amount}
              currency={currency}
              description={t('staffReservations.cancel.atMost', { amount: moneyText(t, left, currency) })}
              error={fault}
              onChange={setAmount}
            />
          )}
        </>
      ) : null}
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
