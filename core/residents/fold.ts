import { accessWindow } from './access-window.ts'
import { addDays } from './clean-date.ts'
import type { Evaluated, ResidentRecord, ResidentRules } from './decision.ts'
import { hasUnit, isSameUnit } from './units.ts'

/** Whether a later lease begins before access by the current one is over. */
function continues(current: ResidentRecord, later: ResidentRecord): boolean {
  if (current.property_id !== later.property_id) return false
  if (current.access_until === null || later.access_from === null) return true
  return addDays(current.access_until, 1) >= later.access_from
}

/** A system may give the first move-in of a person again with each lease, so only a later one is about the next unit. */
function movesOn(current: ResidentRecord, later: ResidentRecord): string | null {
  const { moves_in_on, lease_starts_on } = later
  const since = current.lease_starts_on ?? current.moves_in_on ?? ''
  return moves_in_on !== null && moves_in_on > since ? moves_in_on : lease_starts_on
}

function extended(current: ResidentRecord, later: ResidentRecord, rules: ResidentRules): ResidentRecord {
  const starts_on = later.lease_starts_on ?? ''
  // A day of moving out before the next term is only the end of this one.
  const leaves_anyway =
    current.moves_out_on !== null && (current.moves_out_on >= starts_on || current.moves_out_on < rules.today)
  const lease = {
    ...current,
    lease_ends_on: later.lease_ends_on,
    is_month_to_month: later.is_month_to_month,
    moves_out_on: leaves_anyway ? current.moves_out_on : later.moves_out_on,
  }
  return { ...lease, access_until: accessWindow(lease, rules).access_until }
}

/**
 * Folds a future lease into the current one of the same person: in the same unit it extends the end, in another one the
 * unit changes on its day. A lease that does not continue the current one changes nothing yet.
 */
export function foldInto(current: Evaluated, later: Evaluated, rules: ResidentRules): Evaluated {
  const { record } = current
  if (!continues(record, later.record)) return current
  const livesIn = record.next_unit ? { ...record, ...record.next_unit } : record
  if (!hasUnit(later.record) || isSameUnit(livesIn, later.record)) {
    const next = record.next_unit
      ? { ...record, access_until: later.record.access_until }
      : extended(record, later.record, rules)
    const is_past = next.lease_ends_on !== null && next.lease_ends_on < rules.today
    const findings = current.findings.filter(({ code }) => is_past || code !== 'LEASE_END_DATE_IN_PAST')
    return { ...current, record: next, findings }
  }
  const on = movesOn(record, later.record)
  // Systems know one move at a time; a second one follows when the first is done.
  if (record.next_unit || on === null) return current
  const { unit_id, unit, building, access_until } = later.record
  return { ...current, record: { ...record, access_until, next_unit: { unit_id, unit, building, on } } }
}
