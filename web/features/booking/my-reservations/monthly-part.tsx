'use client'
import { Button } from '@mantine/core'
import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import { listPaymentMethodsRoute } from '@openspot/contract/money/payment-methods.ts'
import {
  acceptSubscriptionChangeRoute,
  getReservationSubscriptionRoute,
  type Subscription,
  setSubscriptionMethodRoute,
} from '@openspot/contract/money/subscriptions.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { tag } from '@/lib/messages/tag.ts'
import { isCardFor } from '@/lib/use-add-card.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { PaymentChoice } from '@/ui/checkout/payment-choice.tsx'
import { paymentMethodName } from '@/ui/checkout/payment-method-text.ts'
import { GatedButton } from '@/ui/gated-button.tsx'
import { missingText } from '@/ui/missing-text.ts'
import { moneyText } from '@/ui/money.tsx'
import { ErrorState, Note } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import css from './reservations.module.css'

const METHOD_FORM = 'monthly-method'
const PRICE_FORM = 'monthly-price'

/** The billing of a monthly reservation: the next charge, its payment method, and a new price to accept. */
export function MonthlyPart({ reservation }: { reservation: Reservation }) {
  const t = useTranslations()
  const answer = useApiQuery(getReservationSubscriptionRoute, { params: { reservation_id: reservation.id } })
  // Adding a card leaves the page while the form is open. Nothing is shown before the answer, so the server needs no address.
  const [isChoosing, setChoosing] = useState(() => isCardFor(METHOD_FORM))
  if (answer.isError) return <ErrorState error={answer.error} onRetry={() => answer.refetch()} />
  const months = answer.data
  if (!months || months.ended_at !== null) return null
  const { currency, next_bill, payment_method, max_month_cents } = months
  return (
    <section className={css.card}>
      <h2>{t('driver.monthly.title')}</h2>
      {months.month_cents > 0 ? (
        <p>{t('driver.monthly.price', { amount: moneyText(t, months.month_cents, currency) })}</p>
      ) : null}
      {next_bill ? (
        <p>
          {t.rich('driver.monthly.next', {
            amount: moneyText(t, next_bill.amount_cents, currency),
            time: tag(<Moment at={next_bill.at} zone={reservation.lot.time_zone} inside />),
          })}
        </p>
      ) : null}
      {months.scheduled?.needs_acceptance && months.scheduled.accepted_at === null ? (
        <PriceToAccept months={months} zone={reservation.lot.time_zone} />
      ) : null}
      <AnnouncedPrice months={months} zone={reservation.lot.time_zone} />
      {months.month_cents > 0 ? (
        <>
          <p>
            {payment_method?.brand
              ? t('driver.monthly.chargedTo', {
                  method: paymentMethodName(t, payment_method.brand, payment_method.last4),
                })
              : payment_method
                ? t('driver.monthly.chargedToEarnings')
                : t('driver.monthly.notCharged')}
          </p>
          {max_month_cents === null ? null : (
            <p className={css.quiet}>
              {t('driver.monthly.ceiling', { amount: moneyText(t, max_month_cents, currency) })}
            </p>
          )}
          {isChoosing ? (
            <MethodForm months={months} onDone={() => setChoosing(false)} />
          ) : (
            <div>
              <Button variant="default" onClick={() => setChoosing(true)}>
                {t('driver.monthly.changeMethod')}
              </Button>
            </div>
          )}
        </>
      ) : null}
    </section>
  )
}

/** A new price that takes effect by itself, or that the driver accepted. */
function AnnouncedPrice({ months, zone }: { months: Subscription; zone: string }) {
  const t = useTranslations()
  const change = months.scheduled
  if (!change || change.month_cents === null) return null
  if (change.needs_acceptance && change.accepted_at === null) return null
  return (
    <p>
      {t.rich('driver.monthly.announced', {
        amount: moneyText(t, change.month_cents, months.currency),
        reason: change.reason,
        time: tag(<Moment at={change.effective_at} zone={zone} inside />),
      })}
    </p>
  )
}

/** The saved payment methods with one selected, initially the current one. */
function useMethod(current: string | null) {
  const methods = useApiQuery(listPaymentMethodsRoute, {})
  const [picked, setPicked] = useState<string | null>(null)
  const items = methods.data?.items ?? []
  const chosen = picked ?? current ?? (items.find(({ is_default }) => is_default) ?? items[0])?.id ?? null
  return { items, chosen, setPicked }
}

function MethodForm({ months, onDone }: { months: Subscription; onDone: () => void }) {
  const t = useTranslations()
  const { items, chosen, setPicked } = useMethod(months.payment_method?.id ?? null)
  const send = useApiMutation(setSubscriptionMethodRoute, { refresh: [getReservationSubscriptionRoute] })
  const save = () =>
    send.mutate(
      { params: { subscription_id: months.id }, body: { payment_method_id: chosen ?? '' } },
      { onSuccess: onDone },
    )
  return (
    <>
      <PaymentChoice methods={items} chosen={chosen} onChoose={setPicked} form={METHOD_FORM} />
      {send.error ? <p role="alert">{send.error.message}</p> : null}
      <div className={css.payButtons}>
        <GatedButton
          h={48}
          loading={send.isPending}
          why={missingText(t, [[t('booking.payWith'), chosen !== null]])}
          onClick={save}
        >
          {t('driver.monthly.saveMethod')}
        </GatedButton>
        <Button h={48} variant="default" onClick={onDone}>
          {t('driver.monthly.keepMethod')}
        </Button>
      </div>
    </>
  )
}

function PriceToAccept({ months, zone }: { months: Subscription; zone: string }) {
  const t = useTranslations()
  const { items, chosen, setPicked } = useMethod(months.payment_method?.id ?? null)
  const send = useApiMutation(acceptSubscriptionChangeRoute, { refresh: [getReservationSubscriptionRoute] })
  const change = months.scheduled
  if (!change || change.month_cents === null) return null
  const price = moneyText(t, change.month_cents, months.currency)
  const accept = () =>
    send.mutate({
      params: { subscription_id: months.id, change_id: change.id },
      body: { payment_method_id: chosen ?? '' },
    })
  return (
    <Note tone="plain" title={t('driver.monthly.newPrice', { price })}>
      <p>
        {t.rich('driver.monthly.newPriceText', {
          reason: change.reason,
          time: tag(<Moment at={change.effective_at} zone={zone} inside />),
        })}
      </p>
      <PaymentChoice methods={items} chosen={chosen} onChoose={setPicked} form={PRICE_FORM} />
      {send.error ? <p role="alert">{send.error.message}</p> : null}
      <GatedButton
        h={48}
        loading={send.isPending}
        why={missingText(t, [[t('booking.payWith'), chosen !== null]])}
        onClick={accept}
      >
        {t('driver.monthly.acceptPrice', { price })}
      </GatedButton>
    </Note>
  )
}
