import type { Price } from '@openspot/contract/booking/quotes.ts'
import { formatPriceLine } from '@openspot/messages/price-line.ts'
import { useTranslations } from 'use-intl'
import { Money } from '@/ui/money.tsx'
import css from './price-lines.module.css'

/**
 * The lines of a price with their reasons, ending in the total. `total` is the label of the last line, if it is, for
 * example, a difference. `showsRules` names the rule set behind a line, which is only for staff.
 */
export function PriceLines({
  price,
  total,
  showsRules = false,
}: {
  price: Price
  total?: string
  showsRules?: boolean
}) {
  const t = useTranslations()
  return (
    <dl className={css.lines}>
      {price.lines.map((line, index) => (
        <div key={`${line.kind}-${index}`} className={css.line}>
          <dt>
            {formatPriceLine(t, line, price.currency)}
            {line.because && (showsRules || line.kind !== 'NTH_SPOT') ? (
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
