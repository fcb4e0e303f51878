import type { PublicLot } from '@openspot/contract/lots/lots.ts'
import { useTranslations } from 'use-intl'
import { feeText } from '@/ui/fee-text.ts'
import { Money, moneyText } from '@/ui/money.tsx'
import css from './lots.module.css'

/** The lot's rates: one price per length that it sells, then the fees. */
export function Rates({ lot }: { lot: PublicLot }) {
  const t = useTranslations()
  const prices = lot.price_configuration
  const { currency } = prices
  const rates = [
    [t('lot.per.half_hour'), prices.half_hour_cents],
    [t('lot.per.hour'), prices.hour_cents],
    [t('lot.per.day'), prices.day_cents],
    [t('lot.per.month'), prices.month_cents],
  ] as const
  const fee = feeText(t, prices)
  if (rates.every(([, cents]) => cents === null)) return null
  return (
    <section className={css.section}>
      <h2>{t('lot.prices')}</h2>
      <dl className={css.rates}>
        {rates.map(([word, cents]) =>
          cents === null ? null : (
            <div key={word}>
              <dt>{word}</dt>
              <dd>
                <Money cents={cents} currency={currency} size="lg" />
              </dd>
            </div>
          ),
        )}
      </dl>
      <p className={css.small}>
        {t('lot.pricesText')}{' '}
        {t('lot.minimum', { amount: moneyText(t, prices.min_reservation_price, currency) })}{' '}
        {fee ? t('lot.fee', { parts: fee }) : null}
      </p>
    </section>
  )
}
