import { isLivingThere } from './access-window.ts'
import type { Evaluated, ResidentRecord, ResidentRules } from './decision.ts'
import type { ResidentValidationCode } from './enums.ts'
import { hasCode, inCodeOrder } from './findings.ts'
import { foldInto } from './fold.ts'

const numeric = new Intl.Collator('en', { numeric: true })

const startOf = ({ lease_starts_on, moves_in_on }: ResidentRecord): string =>
  lease_starts_on ?? moves_in_on ?? ''

const aboutLease: readonly ResidentValidationCode[] = [
  'INVALID_LEASE_STATUS',
  'INVALID_LEASE_START_DATE',
  'INVALID_LEASE_END_DATE',
  'INVALID_MOVE_IN_DATE',
  'INVALID_MOVE_OUT_DATE',
]
/** Whether the lease cannot be compared. Names and contacts don't count, because they don't block a known resident. */
const isBlocked = ({ findings }: Evaluated): boolean =>
  findings.some(({ code, severity }) => severity === 'BLOCK' && aboutLease.includes(code))
const isEnded = ({ findings }: Evaluated): boolean => hasCode(findings, 'LEASE_ENDED')
const isNoResident = ({ findings }: Evaluated): boolean => hasCode(findings, 'INVALID_LEASE_STATUS')

/** Whether a row says that the person is leaving, so that it would end what an import created. */
const isEnding = (row: Evaluated): boolean =>
  isEnded(row) ||
  row.findings.some(({ code, severity }) => code === 'MOVE_OUT_DATE_IN_PAST' && severity === 'SKIP')

const needsStaff = ({ findings }: Evaluated): boolean =>
  findings.some(({ severity }) => severity === 'REVIEW')

/** Whether a lease has not begun. */
const isAhead = ({ record }: Evaluated, today: string): boolean =>
  !isLivingThere(record) || startOf(record) > today

/** How much a lease counts: current ones before future ones before others. */
function rank(row: Evaluated, today: string): number {
  const { record } = row
  if (isNoResident(row)) return 4
  if (isEnded(row)) return 3
  if (isAhead(row, today)) return 1
  // A current lease that waits for staff counts, or a future one would lock its resident out before they decide.
  const is_open = record.access_until === null || record.access_until >= today
  return is_open || needsStaff(row) ? 0 : 2
}

function compare(one: Evaluated, other: Evaluated, today: string): number {
  const [rankOfOne, rankOfOther] = [rank(one, today), rank(other, today)]
  if (rankOfOne !== rankOfOther) return rankOfOne - rankOfOther
  const byStart = numeric.compare(startOf(other.record), startOf(one.record))
  // The nearest of future leases counts, and the latest of all others.
  if (byStart !== 0) return rankOfOne === 1 ? -byStart : byStart
  const byLease = numeric.compare(other.record.lease_id, one.record.lease_id)
  const [textOfOne, textOfOther] = [JSON.stringify(one), JSON.stringify(other)]
  return byLease === 0 ? Number(textOfOne > textOfOther) - Number(textOfOne < textOfOther) : byLease
}

/** The findings about an older lease don't matter, because nothing of it is imported. */
const superseded = (row: Evaluated): Evaluated => ({
  ...row,
  findings: [{ code: 'MORE_RECENT_LEASE_EXISTS', severity: 'SKIP' }],
})

/**
 * Decides which of the rows of one person in a data source counts, in the order of the rows. Future leases are folded
 * into the current one: they extend its end, or add the next unit. Older leases get MORE_RECENT_LEASE_EXISTS.
 */
export function govern(rows: readonly Evaluated[], rules: ResidentRules): Evaluated[] {
  const { today } = rules
  const candidates = rows.filter((row) => row.dropped === null && !isBlocked(row))
  const [governing, ...others] = candidates.toSorted((a, b) => compare(a, b, today))
  if (!governing) return [...rows]
  const results = new Map<Evaluated, Evaluated>()
  const isHeldBack = rows.some((row) => row.dropped === null && isBlocked(row))
  if (isEnding(governing) && isHeldBack) {
    // A newer lease may be among the blocked rows: an old one must not end what that one would continue.
    for (const row of candidates) if (isEnding(row)) results.set(row, superseded(row))
    return rows.map((row) => results.get(row) ?? row)
  }
  if (isNoResident(governing)) return [...rows]
  let counts = governing
  const byStart = others.toSorted((a, b) => numeric.compare(startOf(a.record), startOf(b.record)))
  for (const row of byStart) {
    const follows =
      !isEnding(governing) && rank(row, today) === 1 && startOf(row.record) >= startOf(governing.record)
    if (!follows) results.set(row, superseded(row))
    else if (!needsStaff(row)) {
      counts = foldInto(counts, row, rules)
      results.set(row, { ...row, findings: [], dropped: 'FOLDED' })
    }
  }
  results.set(governing, { ...counts, findings: inCodeOrder(counts.findings) })
  // A lease with an excluded status ends nothing while another one counts.
  for (const row of rows)
    if (row.dropped === 'EXCLUDED_STATUS') results.set(row, { ...row, dropped: 'FOLDED' })
  return rows.map((row) => results.get(row) ?? row)
}
