import type { Price, PriceLine } from '@openspot/contract/booking/quotes.ts'
import { useTranslations } from 'use-intl'
import type { Translate } from '@/lib/messages/translate.ts'
import { Money, moneyText } from '@/ui/money.tsx'
import css from './price-lines.module.css'

/** Returns the text of a line, such as "2 hours at $4.00". */
const lineText = (t: Translate, line: PriceLine, currency: string): string =>
  line.kind === 'PARKING' && line.unit
    ? t(`price.lines.units.${line.unit}`, {
        quantity: line.quantity,
        each: moneyText(t, line.unit_cents, currency),
      })
    : t(`price.lines.kinds.${line.kind}`)

/**
 * The lines of a price with their reasons, ending in the total. `total` is the label of the last line, if it is, for
 * example, a difference.
 */
export function PriceLines({ price, total }: { price: Price; total?: string }) {
  const t = useTranslations()
  return (
    <dl className={css.lines}>
      {price.lines.map((line, index) => (
        <div key={`${line.kind}-${index}`} className={css.line}>
          <dt>
            {lineText(t, line, price.currency)}
            {line.because ? (
              <span className={css.because}>{t('price.lines.because', { reason: line.because })}</span>
            ) : null}
          </dt>
          <dd>
            <Money cents={line.amount_cents} currency={price.currency} />
          </dd>
        </div>
      ))}
      <div className={`${css.line} ${css.total}`}>
        <dt>{total ?? t('common.total')}</dt>
        <dd>
          <Money cents={price.total_cents} currency={price.currency} size="lg" />
        </dd>
      </div>
    </dl>
  )
}
