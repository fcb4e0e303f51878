import type { Evaluated } from './decision.ts'
import { hasCode, inCodeOrder, mostSevere } from './findings.ts'

const numeric = new Intl.Collator('en', { numeric: true })

/** Whether a row is imported, now or once staff have decided. */
function counts(row: Evaluated): boolean {
  const severity = mostSevere(row.findings)
  return row.dropped === null && (severity === null || severity === 'WARN' || severity === 'REVIEW')
}

/**
 * Marks the rows of people who have the same email address or phone number as another one, in the order of the rows. An address leads
 * to one account, so the others could never claim theirs. Which of them is imported without a question depends on the IDs rather than the
 * order of the rows, so that the next import asks about the same person.
 */
export function markDuplicates(rows: readonly Evaluated[], shares: 'email' | 'phone'): Evaluated[] {
  // A row that waits for staff anyway may not be imported at all.
  const waits = ({ findings }: Evaluated) => Number(mostSevere(findings) === 'REVIEW')
  const [first] = rows
    .filter(counts)
    .toSorted(
      (one, other) =>
        waits(one) - waits(other) || numeric.compare(one.record.person_id, other.record.person_id),
    )
  if (!first) return [...rows]
  const { person_id } = first.record
  return rows.map((row) => {
    const is_other = counts(row) && row.record.person_id !== person_id
    if (!is_other || hasCode(row.findings, 'POSSIBLE_DUPLICATE')) return row
    const finding = {
      code: 'POSSIBLE_DUPLICATE',
      severity: 'REVIEW',
      duplicate_of: { person_id, shares },
    } as const
    return { ...row, findings: inCodeOrder([...row.findings, finding]) }
  })
}
