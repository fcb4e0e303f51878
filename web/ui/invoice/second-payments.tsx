import { formatDate } from '@openspot/core/time/format.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import { useTranslations } from 'use-intl'
import { moneyText } from '../money.tsx'
import { type MaybeSecond, takenTwice } from './taken-twice.ts'

/** What was taken although the invoice was already paid, and when it was returned. Shows nothing of other payments. */
export function SecondPayments({
  of,
  currency,
  zone,
}: {
  of: readonly MaybeSecond[] | undefined
  currency: string
  zone: string
}) {
  const t = useTranslations()
  return takenTwice(of).map(({ id, amount_cents, second_returned_at }) => {
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
