'use client'
import { useComputedColorScheme } from '@mantine/core'
import { localeOf } from '@openspot/messages/translate.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { cardLocale, loadCardForm, type ProviderForm } from '@/lib/card-form.ts'
import type { WalletEntry } from '@/lib/guest-entry.ts'
import { report } from '@/lib/reports/report.ts'
import { Note } from '@/ui/states.tsx'
import css from './checkout.module.css'

/**
 * The buttons of wallets (Apple Pay, Google Pay, Link), as far as this browser has them; otherwise nothing. They are the provider's, in a
 * frame, and make a payment method as the fields of a card do.
 */
export default function ExpressPay({
  card_form: { script_url, publishable_key },
  amount_cents,
  currency,
  business,
  isMonthly,
  asksWho,
  canOpen,
  onPay,
}: {
  card_form: { script_url: string; publishable_key: string }
  amount_cents: number
  currency: string
  /** Who is paid, as the wallet says it. */
  business: string
  isMonthly: boolean
  /** Whether the wallet has to give an email address. */
  asksWho: boolean
  /** Asked when a button is pressed: whether the page has all else. It names what is missing. */
  canOpen: () => boolean
  /** The owner of the wallet agreed; from here on, the page says what becomes of it. */
  onPay: (wallet: WalletEntry) => void
}) {
  const t = useTranslations()
  const theme = useComputedColorScheme('light') === 'dark' ? 'night' : 'stripe'
  const place = useRef<HTMLDivElement>(null)
  const form = useRef<ProviderForm | null>(null)
  const [isShown, setIsShown] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const locale = localeOf(t)
  const amount = useRef(amount_cents)
  const mayOpen = useEffectEvent(canOpen)
  const payBy = useEffectEvent(onPay)
  const refuse = useEffectEvent((message: string | undefined) =>
    setRefusal(message ?? t('booking.cardRefused')),
  )
  const giveUp = useEffectEvent((error: unknown) => {
    // The payer tries again, so only a report tells the operator.
    report(error, { caught_by: 'wallet', is_handled: true })
    setRefusal(t('booking.providerSilent'))
  })

  useEffect(() => {
    let left = false
    let remove = () => {}
    const container = place.current
    const show = async () => {
      const script = await loadCardForm(script_url, publishable_key)
      if (left || !container) return
      const elements = script.elements({
        mode: 'payment',
        amount: amount.current,
        currency: currency.toLowerCase(),
        paymentMethodCreation: 'manual',
        // With `card` as the only type, Link pays with a card, too: https://docs.stripe.com/payments/link/link-payment-integrations
        paymentMethodTypes: ['card'],
        ...(isMonthly ? { setupFutureUsage: 'off_session' as const } : {}),
        locale: cardLocale(locale),
        appearance: { theme, labels: 'above' },
      })
      const wallets = elements.create('expressCheckout', {
        business: { name: business },
        buttonHeight: 48,
        emailRequired: asksWho,
        layout: { maxColumns: 2, maxRows: 2, overflow: 'never' },
        paymentMethods: {
          applePay: 'auto',
          googlePay: 'auto',
          link: 'auto',
          amazonPay: 'never',
          klarna: 'never',
          paypal: 'never',
        },
      })
      const pay = async (payer: WalletEntry['payer'], agreed_cents: number): Promise<boolean> => {
        const checked = await elements.submit()
        const made = checked.error ? checked : await script.createPaymentMethod({ elements })
        if (!('paymentMethod' in made) || !made.paymentMethod) {
          refuse(made.error?.message)
          return false
        }
        payBy({ payer, agreed_cents, stripe_payment_method_id: made.paymentMethod.id })
        return true
      }
      let opened_cents = amount.current
      wallets.on('ready', ({ availablePaymentMethods }) => setIsShown(availablePaymentMethods !== undefined))
      wallets.on('loaderror', () => setIsShown(false))
      wallets.on('click', (event) => {
        setRefusal(null)
        opened_cents = amount.current
        if (mayOpen()) event.resolve()
        else event.reject?.()
      })
      wallets.on('confirm', ({ billingDetails, paymentFailed }) => {
        const payer = { full_name: billingDetails?.name ?? '', email: billingDetails?.email ?? '' }
        void pay(payer, opened_cents)
          .catch((error: unknown) => {
            giveUp(error)
            return false
          })
          .then((isPaying) => {
            if (!isPaying) paymentFailed({ reason: 'fail' })
          })
      })
      wallets.mount(container)
      form.current = elements
      remove = () => wallets.destroy()
    }
    // The fields of a card, which load the same script, report and say that it did not come.
    show().catch(() => setIsShown(false))
    return () => {
      left = true
      form.current = null
      setIsShown(false)
      remove()
    }
  }, [script_url, publishable_key, currency, business, isMonthly, asksWho, locale, theme])

  useEffect(() => {
    amount.current = amount_cents
    form.current?.update({ amount: amount_cents })
  }, [amount_cents])

  return (
    <div className={isShown ? css.express : css.expressWaits}>
      {refusal === null ? null : <Note tone="bad" title={refusal} />}
      <div ref={place} translate="no" />
      {isMonthly ? <p className={css.kept}>{t('booking.keptMonthly')}</p> : null}
      <p className={css.or}>{t(asksWho ? 'booking.orByCard' : 'booking.orOtherwise')}</p>
    </div>
  )
}
