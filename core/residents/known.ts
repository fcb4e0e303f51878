import { addDays } from './clean-date.ts'
import { withContactRule } from './contact-rule.ts'
import {
  type Evaluated,
  type Finding,
  type KnownResident,
  type ResidentRecord,
  type ResidentRules,
  type StoredRecord,
  storedFields,
} from './decision.ts'
import type { ResidentSeverity } from './enums.ts'
import { hasCode, isSuperseded } from './findings.ts'
import { hasUnit, isSameUnit } from './units.ts'

/** Returns the record with what is stored wherever the vendor has nothing: a missing value never clears one. */
export function filledFrom(record: ResidentRecord, known: KnownResident): ResidentRecord {
  const { unit_id, unit, building } = hasUnit(record) ? record : known
  const placed = { ...record, unit_id, unit, building }
  const stored = isSameUnit({ ...known, building: null }, { ...placed, building: null }) ? known : null
  return {
    ...record,
    household_id: record.household_id ?? known.household_id,
    first_name: record.first_name ?? known.first_name,
    last_name: record.last_name ?? known.last_name,
    email: record.email ?? known.email,
    phone: record.phone ?? known.phone,
    unit_id: unit_id ?? stored?.unit_id ?? null,
    unit: unit ?? stored?.unit ?? null,
    building: building ?? stored?.building ?? null,
    vehicles: record.vehicles.length > 0 ? record.vehicles : known.vehicles,
  }
}

/** Whether a lease is the one for which the resident would move in on a later day. */
export const isBeforeStart = (record: ResidentRecord, known: KnownResident, today: string): boolean =>
  record.lease_id === known.lease_id && known.access_from !== null && known.access_from > today

/** Whether a resident is known to have the contact that another one has, too. */
const isKnownToShare = ({ duplicate_of }: Finding, record: ResidentRecord, known: KnownResident): boolean =>
  duplicate_of !== undefined && record[duplicate_of.shares] === known[duplicate_of.shares]

function severityForKnown(
  finding: Finding,
  of: { is_before_start: boolean; record: ResidentRecord; known: KnownResident },
): ResidentSeverity {
  const { code, severity } = finding
  // Two people whom the lot has already are two until staff say otherwise.
  if (code === 'POSSIBLE_DUPLICATE') return isKnownToShare(finding, of.record, of.known) ? 'WARN' : severity
  if (code === 'INVALID_FIRST_NAME' || code === 'INVALID_LAST_NAME') return 'WARN'
  if (severity !== 'SKIP') return severity
  if (code === 'LEASE_ENDED' || code === 'MOVE_OUT_DATE_IN_PAST') return 'END'
  return code === 'INVALID_LEASE_STATUS' && of.is_before_start ? 'END' : severity
}

/**
 * Returns a row as it is judged for a known resident: what is missing is filled with what is stored, a stored name
 * replaces an invalid one, and a lease that is over ends the residence instead of being skipped.
 */
export function softenForKnown(row: Evaluated, known: KnownResident, rules: ResidentRules): Evaluated {
  if (row.dropped || isSuperseded(row)) return row
  const record = filledFrom(row.record, known)
  const of = { is_before_start: isBeforeStart(record, known, rules.today), record, known }
  const softened = row.findings.map((finding) => ({
    ...finding,
    severity: severityForKnown(finding, of),
  }))
  // Contacts are not checked if the status already says that the person is no resident.
  const is_checked = !hasCode(row.findings, 'INVALID_LEASE_STATUS') && record.status !== 'PAST'
  const findings = is_checked ? withContactRule(softened, record, rules.contact_rule) : softened
  return { ...row, record, findings }
}

/** Returns what is stored of a record. */
const storedOf = (record: StoredRecord): Partial<StoredRecord> =>
  Object.fromEntries(storedFields.map((field) => [field, record[field]]))

/** Returns the record as it is stored already, for a row of which nothing is imported. */
export const unchangedRecord = (record: ResidentRecord, known: KnownResident): ResidentRecord => ({
  ...record,
  ...storedOf(known),
})

/** Databases return the fields of stored objects in an order of their own. */
const inKeyOrder = (_key: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

/** Whether anything that is stored differs. */
export const differs = (record: ResidentRecord, known: KnownResident): boolean =>
  JSON.stringify(storedOf(record), inKeyOrder) !== JSON.stringify(storedOf(known), inKeyOrder)

/** Returns the last day of access of a resident who has left. It is not before today, unless access was over already. */
export function lastDay(record: ResidentRecord, known: KnownResident, rules: ResidentRules): string {
  const { today, late_out_days } = rules
  const ended_on = record.lease_ends_on !== null && record.lease_ends_on < today ? record.lease_ends_on : null
  const left_on = record.moves_out_on ?? ended_on
  const until = left_on === null ? null : addDays(left_on, late_out_days)
  if (until !== null && until >= today) return until
  return known.access_until !== null && known.access_until < today ? known.access_until : today
}

/** Returns what is stored of a resident whose residence ends: only the status, the day of leaving, and the end of access change. */
export function endedRecord(
  record: ResidentRecord,
  known: KnownResident,
  access_until: string,
): ResidentRecord {
  return {
    ...unchangedRecord(record, known),
    person_id: record.person_id,
    status: record.status,
    status_raw: record.status_raw,
    moves_out_on: record.moves_out_on,
    access_until,
    next_unit: null,
  }
}
