import { isoOf } from '../time/instant.ts'
import type { Block } from './cover.ts'
import { type QuoteLine, quoteUnits } from './types.ts'

/**
 * Returns the lines of the blocks that cover a reservation, at list price; consecutive equal blocks become one line.
 */
export function linesOf(blocks: readonly Block[]): QuoteLine[] {
  const lines: QuoteLine[] = []
  for (const block of blocks) {
    const next = lineOf(block)
    const line = lines.at(-1)
    if (line && isAlike(line, next)) {
      line.quantity += 1
      line.amount_cents += next.amount_cents
      line.ends_at = next.ends_at
    } else lines.push(next)
  }
  return lines
}

function lineOf(block: Block): QuoteLine {
  const { unit, period, listed_cents } = block
  const at = quoteUnits.indexOf(unit)
  const changes = period.changes[at] ?? []
  return {
    kind: 'PARKING',
    code: changes.length > 0 ? 'block_changed' : 'block',
    params: {
      base_cents: period.base[at] ?? 0,
      changes: changes.join(' '),
      ...(period.rate_set === null ? {} : { rate_set: period.rate_set }),
    },
    unit,
    quantity: 1,
    unit_cents: listed_cents,
    amount_cents: listed_cents,
    starts_at: isoOf(block.starts),
    ends_at: isoOf(block.ends),
  }
}

/** Whether two lines have the same length, price, and reasons. */
function isAlike(a: QuoteLine, b: QuoteLine): boolean {
  return (
    a.unit === b.unit &&
    a.unit_cents === b.unit_cents &&
    a.params.base_cents === b.params.base_cents &&
    a.params.changes === b.params.changes &&
    a.params.rate_set === b.params.rate_set
  )
}
