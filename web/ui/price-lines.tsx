import type { Price, PriceLine } from '@openspot/contract/quotes.ts'
import { sayLine } from '@openspot/core/invoices/in-words.ts'
import { Money } from '@/ui/money.tsx'
import { locale, words } from '@/words/index.ts'
import css from './price-lines.module.css'

/** What a line is for, in the reader's words. */
const lineText = (line: PriceLine, currency: string): string =>
  sayLine(line, { currency, locale, words: words.price.lines })

/**
 * A price as it arose, line by line with what made it so, ending in the all-in amount. `total` words the last line
 * where that is not a total but, say, a difference.
 */
export function PriceLines({ price, total = words.common.total }: { price: Price; total?: string }) {
  return (
    <dl className={css.lines}>
      {price.lines.map((line, index) => (
        <div key={`${line.kind}-${index}`} className={css.line}>
          <dt>
            {lineText(line, price.currency)}
            {line.because ? (
              <span className={css.because}>{words.price.lines.because(line.because)}</span>
            ) : null}
          </dt>
          <dd>
            <Money cents={line.amount_cents} currency={price.currency} />
          </dd>
        </div>
      ))}
      <div className={`${css.line} ${css.total}`}>
        <dt>{total}</dt>
        <dd>
          <Money cents={price.total_cents} currency={price.currency} size="lg" />
        </dd>
      </div>
    </dl>
  )
}
