'use client'
import { Button } from '@mantine/core'
import type { LotSubscription } from '@openspot/contract/money/subscriptions.ts'
import { useTranslations } from 'use-intl'
import { tag } from '@/lib/messages/tag.ts'
import { useAddress } from '@/lib/use-address.ts'
import { PaymentChoice } from '@/ui/checkout/payment-choice.tsx'
import { paymentMethodName } from '@/ui/checkout/payment-method-text.ts'
import { GatedButton } from '@/ui/gated-button.tsx'
import { moneyText } from '@/ui/money.tsx'
import { Buttons, Facts, Fields, Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import { Day } from '@/ui/time.tsx'
import css from './plan.module.css'
import { payable, usePlanPayment } from './use-plan-payment.ts'

/** How the bills of a plan are paid that the lot's earnings don't cover: the payment method, and what is unpaid. */
export function PlanPayment({
  subscription,
  onDone,
}: {
  subscription: LotSubscription
  onDone: (message: string) => void
}) {
  const t = useTranslations()
  // In the URL, because the page of the card provider returns to it.
  const [{ pay }, change] = useAddress(['pay'])
  const { payment, currency, unpaid } = subscription
  if (payment.agreed_month_cents === 0 && unpaid.length === 0) return null
  const isOpen = pay !== null && payment.can_set
  const due = payable(subscription).reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  const { method } = payment
  return (
    <Panel title={t('plan.payment.title')} text={t('plan.payment.text')}>
      {unpaid.map((bill) => (
        <UnpaidBill key={bill.invoice_id} bill={bill} subscription={subscription} />
      ))}
      <Facts
        items={[
          [
            t('plan.payment.method'),
            method?.brand ? paymentMethodName(t, method.brand, method.last4) : t('plan.payment.none'),
          ],
          [t('plan.payment.payer'), method === null ? null : payment.payer_name],
          [
            t('plan.payment.most'),
            method === null || payment.max_cents === null ? null : moneyText(t, payment.max_cents, currency),
          ],
        ]}
      />
      {isOpen ? (
        <MethodForm
          subscription={subscription}
          due_cents={due}
          onClose={() => change({ pay: null })}
          onDone={(hasPaid) => {
            change({ pay: null })
            onDone(hasPaid ? t('plan.payment.paid') : t('plan.payment.saved'))
          }}
        />
      ) : null}
      {payment.can_set && !isOpen ? (
        <Buttons>
          <Button
            {...(due > 0 || method === null ? {} : { variant: 'default' })}
            onClick={() => change({ pay: '1' })}
          >
            {due > 0
              ? t('plan.payment.pay', { amount: moneyText(t, due, currency) })
              : method === null
                ? t('plan.payment.choose')
                : t('plan.payment.change')}
          </Button>
        </Buttons>
      ) : null}
      {payment.can_set ? null : <p className={css.quiet}>{t('plan.payment.onlyOwners')}</p>}
    </Panel>
  )
}

/** What happens next with a bill that is not paid. */
function UnpaidBill({
  bill: { status, amount_cents, is_stopped, next_attempt_at, pay_until },
  subscription: { currency, lot, payment },
}: {
  bill: LotSubscription['unpaid'][number]
  subscription: LotSubscription
}) {
  const t = useTranslations()
  const amount = moneyText(t, amount_cents, currency)
  if (status !== 'FAILED') {
    return (
      <Note tone="plain" title={t('plan.payment.processing', { amount })}>
        <p>{t('plan.payment.processingText')}</p>
      </Note>
    )
  }
  const day = (at: string) => tag(<Day at={at} zone={lot.time_zone} />)
  return (
    <Note tone="bad" title={t('plan.payment.unpaid', { amount })}>
      {is_stopped ? <p>{t('plan.payment.stopped')}</p> : null}
      {next_attempt_at !== null && payment.method !== null ? (
        <p>{t.rich('plan.payment.next', { time: day(next_attempt_at) })}</p>
      ) : null}
      {pay_until === null ? null : <p>{t.rich('plan.payment.until', { time: day(pay_until) })}</p>}
    </Note>
  )
}

function MethodForm({
  subscription,
  due_cents,
  onDone,
  onClose,
}: {
  subscription: LotSubscription
  due_cents: number
  onDone: (hasPaid: boolean) => void
  onClose: () => void
}) {
  const t = useTranslations()
  const { currency, payment } = subscription
  const { items, chosen, setPicked, go, error, isBusy } = usePlanPayment(subscription, onDone)
  return (
    <Fields>
      <PaymentChoice methods={items} chosen={chosen} onChoose={setPicked} />
      <p className={css.quiet}>
        {t('plan.payment.agree', { amount: moneyText(t, payment.agreed_month_cents, currency) })}
      </p>
      {error ? <Note tone="bad" title={error.message} /> : null}
      <Buttons>
        <GatedButton loading={isBusy} why={chosen === null ? t('common.why.choose') : null} onClick={go}>
          {due_cents > 0
            ? t('plan.payment.saveAndPay', { amount: moneyText(t, due_cents, currency) })
            : t('plan.payment.save')}
        </GatedButton>
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
      </Buttons>
    </Fields>
  )
}
