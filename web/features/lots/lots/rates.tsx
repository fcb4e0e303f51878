import type { PublicLot } from '@openspot/contract/lots/lots.ts'
import { feeText } from '@/ui/fee-text.ts'
import { Money, moneyText } from '@/ui/money.tsx'
import { words } from '@/words/index.ts'
import css from './lots.module.css'

/** The lot's rates: one price per length that it sells, then the fees. */
export function Rates({ lot }: { lot: PublicLot }) {
  const prices = lot.price_configuration
  const { currency } = prices
  const rates = [
    [words.lot.per.half_hour, prices.half_hour_cents],
    [words.lot.per.hour, prices.hour_cents],
    [words.lot.per.day, prices.day_cents],
    [words.lot.per.month, prices.month_cents],
  ] as const
  const fee = feeText(prices)
  return (
    <section className={css.section}>
      <h2>{words.lot.prices}</h2>
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
        {words.lot.pricesText} {words.lot.minimum(moneyText(prices.min_reservation_price, currency))}{' '}
        {fee ? words.lot.fee(fee) : null}
      </p>
    </section>
  )
}
