import { formatDate } from '@openspot/core/time/format.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import { useTranslations } from 'use-intl'
import { moneyText } from '../money.tsx'

interface SecondPayment {
  id: string
  amount_cents: number
  second_taken_at: string | null
  second_returned_at: string | null
}

/** What was taken although the invoice was already paid, and when it was returned. Shows nothing of other payments. */
export function SecondPayments({
  of,
  currency,
  zone,
}: {
  of: readonly SecondPayment[]
  currency: string
  zone: string
}) {
  const t = useTranslations()
  return of
    .filter(({ second_taken_at }) => second_taken_at !== null)
    .map(({ id, amount_cents, second_returned_at }) => {
      const amount = moneyText(t, amount_cents, currency)
      return (
        <p key={id}>
          {second_returned_at === null
            ? t('driver.secondTaken', { amount })
            : t('driver.secondReturned', {
                amount,
                date: formatDate(second_returned_at, { zone, locale: localeOf(t) }),
              })}
        </p>
      )
    })
}
