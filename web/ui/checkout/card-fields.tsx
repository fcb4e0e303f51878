'use client'
import { useComputedColorScheme } from '@mantine/core'
import { localeOf } from '@openspot/messages/translate.ts'
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { cardLocale, loadCardForm, type ProviderForm, type ProviderScript } from '@/lib/card-form.ts'
import { report } from '@/lib/reports/report.ts'
import { Note } from '@/ui/states.tsx'
import css from './checkout.module.css'

/** What a form does with the card that is entered in the provider's fields. */
export interface CardEntry {
  /** Whether the fields are complete; if not, they say what is missing. */
  isComplete(): Promise<boolean>
  /** The provider's ID of the card. Null if it refuses the card, which is said above the fields. */
  create(): Promise<string | null>
}

/**
 * The provider's fields for a card, in a frame of its own: what is entered there never reaches our page. `onFailed` is called if they
 * can't be shown, for example because the browser blocks the script.
 */
export function CardFields({
  card_form: { script_url, publishable_key },
  amount_cents,
  currency,
  isMonthly,
  entry,
  onFailed,
}: {
  card_form: { script_url: string; publishable_key: string }
  amount_cents: number
  currency: string
  isMonthly: boolean
  entry: Ref<CardEntry>
  onFailed: () => void
}) {
  const t = useTranslations()
  const theme = useComputedColorScheme('light') === 'dark' ? 'night' : 'stripe'
  const place = useRef<HTMLDivElement>(null)
  const form = useRef<{ script: ProviderScript; elements: ProviderForm } | null>(null)
  const [isReady, setIsReady] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const locale = localeOf(t)
  const fail = useEffectEvent(onFailed)
  const amount = useRef(amount_cents)

  useEffect(() => {
    let left = false
    let remove = () => {}
    const container = place.current
    loadCardForm(script_url, publishable_key).then(
      (script) => {
        if (left || !container) return
        const elements = script.elements({
          mode: 'payment',
          amount: amount.current,
          currency: currency.toLowerCase(),
          paymentMethodCreation: 'manual',
          paymentMethodTypes: ['card'],
          ...(isMonthly ? { setupFutureUsage: 'off_session' as const } : {}),
          locale: cardLocale(locale),
          appearance: { theme, labels: 'above' },
        })
        const field = elements.create('payment', {
          fields: { billingDetails: { address: 'if_required' } },
          wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
        })
        field.on('ready', () => setIsReady(true))
        field.on('loaderror', () => fail())
        field.mount(container)
        form.current = { script, elements }
        remove = () => field.destroy()
      },
      (error: unknown) => {
        // The page goes on without the fields, so only a report tells the operator.
        report(error, { caught_by: 'card form', is_handled: true })
        if (!left) fail()
      },
    )
    return () => {
      left = true
      form.current = null
      setIsReady(false)
      remove()
    }
  }, [script_url, publishable_key, currency, isMonthly, locale, theme])

  // What is entered stays while the price changes.
  useEffect(() => {
    amount.current = amount_cents
    form.current?.elements.update({ amount: amount_cents })
  }, [amount_cents])

  const orSilent = <T,>(answer: Promise<T>): Promise<T | null> =>
    answer.catch((error: unknown) => {
      // The payer tries again, so only a report tells the operator.
      report(error, { caught_by: 'card form', is_handled: true })
      setRefusal(t('booking.providerSilent'))
      return null
    })
  useImperativeHandle(entry, () => ({
    async isComplete() {
      setRefusal(null)
      const checked = form.current && (await orSilent(form.current.elements.submit()))
      const error = checked?.error
      if (error?.type !== undefined && error.type !== 'validation_error') setRefusal(error.message ?? null)
      return checked !== null && error === undefined
    },
    async create() {
      if (!form.current) return null
      const { script, elements } = form.current
      const made = await orSilent(script.createPaymentMethod({ elements }))
      if (made && !made.paymentMethod) setRefusal(made.error?.message ?? t('booking.cardRefused'))
      return made?.paymentMethod?.id ?? null
    },
  }))

  return (
    <div className={css.card}>
      {refusal === null ? null : <Note tone="bad" title={refusal} />}
      {/* The provider's script writes its own texts here, in the language that it is given. */}
      <div ref={place} className={css.fields} aria-busy={!isReady} translate="no" />
    </div>
  )
}
