import { accessWindow } from './access-window.ts'
import { cleanEmail, cleanPhone } from './clean-contact.ts'
import { readDate } from './clean-date.ts'
import { cleanName, cleanSpots, cleanText, cleanVehicles } from './clean-text.ts'
import { withContactRule } from './contact-rule.ts'
import type { DropReason, Evaluated, Finding, ResidentRecord, ResidentRules } from './decision.ts'
import type { LeaseStatus } from './enums.ts'
import { inCodeOrder } from './findings.ts'
import { comparedWithToday, readLeaseDates } from './lease-dates.ts'
import { readStatus } from './lease-status.ts'
import type { VendorRow } from './vendor-row.ts'

/** Units that Yardi customers create for people without a unit. */
const notUnits = new Set(['NONRESID', 'WAIT', 'WAIT_AFF', 'RETAIL', 'XWAIT'])

/** Cleans and checks a row of a vendor by itself. Severities are those for a new person; `decide` softens them for known ones. */
export function evaluate(row: VendorRow, rules: ResidentRules): Evaluated {
  const has_notice = readDate(row.notice, rules.today).kind === 'DATE'
  const read = readStatus(row, has_notice, rules)
  const status = read.has_left ? 'PAST' : read.status
  const email = cleanEmail(row.email, rules)
  const phone = cleanPhone(row.phones, rules)
  const { vehicles, unusable } = cleanVehicles(row.vehicles)
  const { dates, findings: wrongDates } = readLeaseDates(row, status, rules)
  const lease = { ...dates, status, is_month_to_month: row.is_month_to_month }
  const record: ResidentRecord = {
    ...lease,
    ...accessWindow(lease, rules),
    property_id: cleanText(row.property_id) ?? '',
    person_id: cleanText(row.person_id) ?? '',
    lease_id: cleanText(row.lease_id) ?? '',
    household_id: cleanText(row.household_id),
    first_name: cleanName(row.first_name),
    last_name: cleanName(row.last_name),
    email: email.value,
    phone: phone.value,
    unit_id: cleanText(row.unit_id),
    unit: cleanText(row.unit),
    building: cleanText(row.building),
    status_raw: cleanText(read.raw),
    role: row.role,
    vehicles,
    spots: cleanSpots(row.spots),
    replaces_person_id: cleanText(row.replaces_person_id),
    next_unit: null,
  }
  const dropped = dropReason(record, read.is_excluded, rules)
  if (dropped) return { record, findings: [], dropped }
  const early = statusFindings(status)
  if (early) return { record, findings: early, dropped: null }
  const invalid: Finding[] = [
    ...(record.first_name === null ? [{ code: 'INVALID_FIRST_NAME', severity: 'BLOCK' } as const] : []),
    ...(record.last_name === null ? [{ code: 'INVALID_LAST_NAME', severity: 'BLOCK' } as const] : []),
    ...(email.is_invalid ? [{ code: 'INVALID_EMAIL', severity: 'BLOCK' } as const] : []),
    ...(phone.fault === null
      ? []
      : [{ code: 'INVALID_PHONE', severity: 'BLOCK', phone_fault: phone.fault } as const]),
  ]
  const findings = inCodeOrder([
    ...withContactRule(invalid, record, rules.contact_rule),
    ...wrongDates,
    ...comparedWithToday(record, rules.today),
    ...(unusable === null || rules.imports_vehicles === false
      ? []
      : [{ code: 'INVALID_PLATE', severity: 'WARN', unusable_plate: unusable } as const]),
  ])
  return { record, findings, dropped: null }
}

/**
 * Returns the only finding of a row whose status says that the person is not, or no longer, a resident. Its contacts
 * and dates don't matter, and would flood the report.
 */
function statusFindings(status: LeaseStatus): Finding[] | null {
  switch (status) {
    case 'UNKNOWN':
      return [{ code: 'INVALID_LEASE_STATUS', severity: 'BLOCK' }]
    case 'APPLICANT':
    case 'CANCELLED':
      return [{ code: 'INVALID_LEASE_STATUS', severity: 'SKIP' }]
    case 'PAST':
      return [{ code: 'LEASE_ENDED', severity: 'SKIP' }]
    case 'FUTURE':
    case 'RENEWAL':
    case 'CURRENT':
    case 'NOTICE':
      return null
  }
}

function dropReason(record: ResidentRecord, is_excluded: boolean, rules: ResidentRules): DropReason | null {
  if (record.role === 'GUARANTOR') return 'GUARANTOR'
  if (record.role === 'CHILD') return 'CHILD'
  if (isNotUnit(record, rules)) return 'NOT_A_UNIT'
  if (is_excluded) return 'EXCLUDED_STATUS'
  return isUnwantedRoommate(record, rules) ? 'ROOMMATE' : null
}

function isNotUnit({ unit_id, unit }: ResidentRecord, { provider }: ResidentRules): boolean {
  if ([unit_id, unit].some((name) => name !== null && notUnits.has(name.toUpperCase()))) return true
  // RealPage lists everybody who ever applied. Only residents have a unit.
  const needsUnit = provider === 'REALPAGE' || provider === 'REALPAGE_RPX'
  return needsUnit && unit_id === null && unit === null
}

function isUnwantedRoommate({ role, status, email }: ResidentRecord, rules: ResidentRules): boolean {
  // A row that says that a roommate left must still end what an earlier import created.
  if (role === 'HEAD' || status === 'PAST') return false
  return rules.roommates === 'NONE' || (rules.roommates === 'WITH_EMAIL' && email === null)
}
