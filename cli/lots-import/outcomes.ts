import type { Outcome as CoreOutcome } from '@openspot/core/lot-files/outcomes.ts'

/** What became of one property of a feature, in English. */
export type Outcome = Pick<CoreOutcome, 'outcome'> & { property: string; reason: string | null }

const order = ['refused', 'ignored', 'guessed', 'taken'] as const

/**
 * Formats what became of the properties of all features as a table: one line for each property, outcome, and reason, with the number of
 * features.
 */
export function formatOutcomes(outcomes: readonly Outcome[]): string {
  const counts = new Map<string, { line: Outcome; count: number }>()
  for (const line of outcomes) {
    const key = JSON.stringify([line.property, line.outcome, line.reason])
    const known = counts.get(key)
    if (known) known.count += 1
    else counts.set(key, { line, count: 1 })
  }
  const rows = [...counts.values()]
    .toSorted(
      (one, other) =>
        order.indexOf(one.line.outcome) - order.indexOf(other.line.outcome) ||
        other.count - one.count ||
        (one.line.property < other.line.property ? -1 : 1),
    )
    .map(({ line, count }) => [line.outcome, line.property, String(count), line.reason ?? ''])
  return columns([['outcome', 'property', 'lots', 'reason'], ...rows])
}

function columns(rows: readonly string[][]): string {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? []
  return rows
    .map((row) =>
      row
        .map((cell, at) => (at === 2 ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
