'use client'
import { Checkbox } from '@mantine/core'
import type { PaymentMethod } from '@openspot/contract/money/payment-methods.ts'
import type { Ref } from 'react'
import { useTranslations } from 'use-intl'
import { type CardEntry, CardFields } from '@/ui/checkout/card-fields.tsx'
import { expiryText, paymentMethodKind, paymentMethodName } from '@/ui/checkout/payment-method-text.ts'
import { Choice } from '@/ui/choice.tsx'
import css from './booking.module.css'

/** The choice of a card that is entered here, beside those that are saved. */
export const NEW_CARD = 'new'

/** How to pay: with a saved payment method, or with a card that is entered here. */
export function PayPart({
  methods,
  chosen,
  onChoose,
  card_form,
  price,
  isMonthly,
  isKept,
  onKeep,
  entry,
  onFailed,
}: {
  methods: readonly PaymentMethod[]
  chosen: string
  onChoose: (id: string) => void
  card_form: { script_url: string; publishable_key: string }
  price: { total_cents: number; currency: string }
  isMonthly: boolean
  /** Whether the driver wants to keep the card. */
  isKept: boolean
  onKeep: (isKept: boolean) => void
  entry: Ref<CardEntry>
  onFailed: () => void
}) {
  const t = useTranslations()
  return (
    <>
      {methods.length > 0 ? (
        <Choice
          name="payment_method_id"
          legend={t('booking.payWith')}
          value={chosen}
          onChange={onChoose}
          options={[
            ...methods.map((method) => ({
              value: method.id,
              content: paymentMethodName(t, method.brand, method.last4),
              aside:
                method.last_result === 'DECLINED'
                  ? t('paymentMethods.declined')
                  : method.exp_month && method.exp_year
                    ? expiryText(t, method.exp_month, method.exp_year)
                    : paymentMethodKind(t, method.instrument),
            })),
            { value: NEW_CARD, content: t('booking.newCard') },
          ]}
        />
      ) : null}
      {chosen === NEW_CARD ? (
        <>
          <CardFields
            card_form={card_form}
            amount_cents={price.total_cents}
            currency={price.currency}
            isMonthly={isMonthly}
            entry={entry}
            onFailed={onFailed}
          />
          {isMonthly ? (
            <p className={css.quiet}>{t('booking.keptMonthly')}</p>
          ) : (
            <Checkbox
              label={t('booking.keepCard')}
              checked={isKept}
              onChange={(event) => onKeep(event.currentTarget.checked)}
            />
          )}
        </>
      ) : null}
    </>
  )
}
