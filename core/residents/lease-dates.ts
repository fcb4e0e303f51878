import { isLivingThere } from './access-window.ts'
import { addYears, type ReadDate, readDate } from './clean-date.ts'
import type { Finding, ResidentRecord, ResidentRules } from './decision.ts'
import type { LeaseStatus, ResidentSeverity, ResidentValidationCode } from './enums.ts'
import type { VendorRow } from './vendor-row.ts'

type Dates = Pick<ResidentRecord, 'lease_starts_on' | 'lease_ends_on' | 'moves_in_on' | 'moves_out_on'>

const YEARS_AHEAD = 3
const dateOf = (read: ReadDate): string | null => (read.kind === 'DATE' ? read.on : null)

/**
 * Reads the dates of a lease, and finds those that cannot be right (INVALID_LEASE_START_DATE, INVALID_LEASE_END_DATE,
 * INVALID_MOVE_IN_DATE, INVALID_MOVE_OUT_DATE). An invalid date is null in the result, so that nothing builds on it.
 */
export function readLeaseDates(
  row: Pick<VendorRow, 'lease_starts' | 'lease_ends' | 'moves_in' | 'moves_out' | 'is_month_to_month'>,
  status: LeaseStatus,
  rules: Pick<ResidentRules, 'today' | 'requires_lease_end' | 'requires_move_out'>,
): { dates: Dates; findings: Finding[] } {
  const read = (text: string | null) => readDate(text, rules.today)
  const findings: Finding[] = []
  const find = (code: ResidentValidationCode, severity: ResidentSeverity) => findings.push({ code, severity })

  const [start, moveIn] = [read(row.lease_starts), read(row.moves_in)]
  const isWrong = (date: ReadDate): boolean =>
    date.kind === 'INVALID' ||
    date.kind === 'OPEN' ||
    (date.kind === 'DATE' && date.on > addYears(rules.today, YEARS_AHEAD))
  const given = isWrong(start) ? null : dateOf(start)
  const moves_in_on = isWrong(moveIn) ? null : dateOf(moveIn)
  const starts_on = isWrong(start) ? null : (given ?? moves_in_on)
  if (starts_on === null) find('INVALID_LEASE_START_DATE', 'BLOCK')
  if (isWrong(moveIn)) find('INVALID_MOVE_IN_DATE', given === null ? 'BLOCK' : 'WARN')
  else if (moves_in_on === null && start.kind === 'NONE') find('INVALID_MOVE_IN_DATE', 'BLOCK')

  const end = read(row.lease_ends)
  const ends_before_start = end.kind === 'DATE' && starts_on !== null && end.on < starts_on
  if (end.kind === 'INVALID' || ends_before_start) find('INVALID_LEASE_END_DATE', 'BLOCK')
  else if (
    end.kind === 'NONE' &&
    (status === 'FUTURE' || status === 'RENEWAL') &&
    rules.requires_lease_end &&
    !row.is_month_to_month
  )
    find('INVALID_LEASE_END_DATE', 'WARN')

  const out = read(row.moves_out)
  const since = moves_in_on ?? starts_on
  const out_is_wrong = out.kind === 'INVALID' || (out.kind === 'DATE' && since !== null && out.on < since)
  const moves_out_on = out_is_wrong ? null : dateOf(out)
  const lacks_day = status === 'NOTICE' && rules.requires_move_out && moves_out_on === null
  if (out_is_wrong || lacks_day) find('INVALID_MOVE_OUT_DATE', lacks_day ? 'BLOCK' : 'WARN')

  return {
    dates: {
      lease_starts_on: starts_on,
      lease_ends_on: ends_before_start ? null : dateOf(end),
      moves_in_on,
      moves_out_on,
    },
    findings,
  }
}

/** Compares the dates of a lease with today (LEASE_END_DATE_IN_PAST, LEASE_ENDED, MOVE_OUT_DATE_IN_PAST). */
export function comparedWithToday(
  record: Pick<ResidentRecord, 'status' | 'lease_ends_on' | 'moves_out_on'>,
  today: string,
): Finding[] {
  if (record.status === 'PAST') return [{ code: 'LEASE_ENDED', severity: 'SKIP' }]
  const isPast = (on: string | null): boolean => on !== null && on < today
  const findings: Finding[] = []
  if (isPast(record.lease_ends_on)) {
    findings.push(
      isLivingThere(record)
        ? { code: 'LEASE_END_DATE_IN_PAST', severity: 'WARN' }
        : { code: 'LEASE_ENDED', severity: 'SKIP' },
    )
  }
  if (isPast(record.moves_out_on)) {
    // Without notice, staff may only have forgotten to correct the date: nobody is locked out without a look at it.
    findings.push({
      code: 'MOVE_OUT_DATE_IN_PAST',
      severity: record.status === 'NOTICE' ? 'SKIP' : 'REVIEW',
    })
  }
  return findings
}
