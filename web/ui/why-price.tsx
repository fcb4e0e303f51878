'use client'
import type { Price } from '@openspot/contract/booking/quotes.ts'
import type { PublicLot } from '@openspot/contract/lots/lots.ts'
import { formatPriceLine } from '@openspot/messages/price-line.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { useTranslations } from 'use-intl'
import { feeText } from '@/ui/fee-text.ts'
import { listText } from '@/ui/figures.ts'
import { moneyText } from '@/ui/money.tsx'
import css from './why-price.module.css'

/** How a price follows from the rates of the lot, in sentences; folded up until someone asks. */
export function WhyPrice({ lot, price }: { lot: PublicLot; price: Price }) {
  const t = useTranslations()
  return (
    <details className={css.why}>
      <summary>{t('price.why.title')}</summary>
      <ul>
        {reasons(t, lot, price).map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </details>
  )
}

function reasons(t: Translate, { price_configuration: rates }: PublicLot, price: Price): string[] {
  const { currency, lines } = price
  const ofKind = (kind: Price['lines'][number]['kind']) => lines.filter((line) => line.kind === kind)
  const amount = (cents: number) => moneyText(t, cents, currency)
  const parking = ofKind('PARKING').map((line) =>
    t('price.why.part', { line: formatPriceLine(t, line, currency), amount: amount(line.amount_cents) }),
  )
  // The price of another spot says why itself; in old bills it names the rule set, which drivers don't know.
  const named = lines.filter(({ kind }) => kind !== 'NTH_SPOT')
  const names = [...new Set(named.flatMap(({ because }) => because ?? []))]
  const fee = feeText(t, rates)
  return [
    ...(parking.length > 0 ? [t('price.why.cheapest', { parts: listText(t, parking) })] : []),
    ...names.map((name) => t('price.why.because', { name })),
    ...(ofKind('NTH_SPOT').length > 0 ? [t('price.why.another')] : []),
    ...(ofKind('MINIMUM').length > 0
      ? [t('price.why.minimum', { amount: amount(rates.min_reservation_price) })]
      : []),
    ...(ofKind('SERVICE_FEE').length > 0 && fee ? [t('price.why.fee', { fee })] : []),
    t('price.why.total', { amount: amount(price.total_cents) }),
  ]
}
