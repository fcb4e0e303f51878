'use client'
import { Button } from '@mantine/core'
import type { PaymentMethod } from '@openspot/contract/money/payment-methods.ts'
import { IconCreditCard } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useAddCard } from '@/lib/use-add-card.ts'
import { Choice } from '@/ui/choice.tsx'
import { Note } from '@/ui/states.tsx'
import { expiryText, paymentMethodKind, paymentMethodName } from './payment-method-text.ts'

/** Selects a payment method; a card can be added on the card provider's page. */
export function PaymentChoice({
  methods,
  chosen,
  onChoose,
  form = null,
}: {
  methods: readonly PaymentMethod[]
  chosen: string | null
  onChoose: (id: string) => void
  /** Its name, if a page has several. */
  form?: string | null
}) {
  const t = useTranslations()
  const card = useAddCard((method) => onChoose(method.id), form)
  return (
    <>
      {card.error ? <Note tone="bad" title={card.error.message} /> : null}
      {card.isSaving ? <Note tone="plain" title={t('booking.saving')} /> : null}
      {methods.length > 0 ? (
        <Choice
          name="payment_method_id"
          legend={t('booking.payWith')}
          value={chosen}
          onChange={onChoose}
          options={methods.map((method) => ({
            value: method.id,
            content: paymentMethodName(t, method.brand, method.last4),
            aside:
              method.last_result === 'DECLINED'
                ? t('paymentMethods.declined')
                : method.exp_month && method.exp_year
                  ? expiryText(t, method.exp_month, method.exp_year)
                  : paymentMethodKind(t, method.instrument),
          }))}
        />
      ) : null}
      <div>
        <Button
          variant={methods.length > 0 ? 'subtle' : 'default'}
          {...(methods.length > 0 ? { size: 'compact-md' } : {})}
          leftSection={<IconCreditCard size={18} aria-hidden="true" />}
          loading={card.isLeaving}
          onClick={card.begin}
        >
          {t('booking.addCard')}
        </Button>
      </div>
    </>
  )
}
