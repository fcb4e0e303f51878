import type { InvoiceLineKind } from '@openspot/core/invoices/lines.ts'
import { formatMoney } from '@openspot/core/money/money.ts'
import type { QuoteUnit } from '@openspot/core/quote/types.ts'
import { localeOf, type Translate } from './translate.ts'

interface Line {
  kind: InvoiceLineKind
  unit: QuoteUnit | null
  quantity: number
  /** In minor units. */
  unit_cents: number
}

/** Formats a line of a price or invoice: "2 hours at $4.00", "Service fee". */
export const formatPriceLine = (t: Translate, line: Line, currency: string): string =>
  line.kind === 'PARKING' && line.unit
    ? t(`price.lines.units.${line.unit}`, {
        quantity: line.quantity,
        each: formatMoney(line.unit_cents, currency, localeOf(t)),
      })
    : t(`price.lines.kinds.${line.kind}`)
