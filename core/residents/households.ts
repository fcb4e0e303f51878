import { isLivingThere } from './access-window.ts'
import { sameName } from './clean-text.ts'
import { withContactRule } from './contact-rule.ts'
import type { Evaluated, ResidentRecord, ResidentRules } from './decision.ts'
import type { LeaseStatus } from './enums.ts'
import { inCodeOrder, mostSevere } from './findings.ts'
import { residentRoles } from './vendor-row.ts'

const live: readonly LeaseStatus[] = ['CURRENT', 'NOTICE', 'FUTURE', 'RENEWAL']

const isLive = ({ record, dropped }: Evaluated): boolean => dropped === null && live.includes(record.status)

/** Returns the text that the people of one household share. */
export const householdKey = ({
  property_id,
  household_id,
  lease_id,
}: Pick<ResidentRecord, 'property_id' | 'household_id' | 'lease_id'>): string =>
  JSON.stringify([property_id, household_id ?? lease_id])

/** The head first, then by how much the lease is theirs; the ID only makes the order certain. */
function compareRoles({ record: one }: Evaluated, { record: other }: Evaluated): number {
  const byRole = residentRoles.indexOf(one.role) - residentRoles.indexOf(other.role)
  return byRole === 0
    ? Number(one.person_id > other.person_id) - Number(one.person_id < other.person_id)
    : byRole
}

/**
 * Leaves an email or phone that several people of one household give only to the first of them, in the order of the
 * rows. The others get the codes of the contact rule if it is not met without it. Who has the same name keeps it, because that is
 * probably the same person twice, about which staff decide.
 */
export function shareContacts(rows: readonly Evaluated[], rules: ResidentRules): Evaluated[] {
  const owners = new Map<string, ResidentRecord>()
  for (const { record } of rows.filter(isLive).toSorted(compareRoles)) {
    for (const contact of [record.email, record.phone]) {
      if (contact !== null && !owners.has(contact)) owners.set(contact, record)
    }
  }
  return rows.map((row) => {
    const own = (contact: string | null) => {
      const owner = contact === null ? undefined : owners.get(contact)
      if (!owner) return null
      return owner.person_id === row.record.person_id || sameName(owner, row.record) ? contact : null
    }
    const { email, phone } = { email: own(row.record.email), phone: own(row.record.phone) }
    if (!isLive(row) || (email === row.record.email && phone === row.record.phone)) return row
    const record = { ...row.record, email, phone }
    return { ...row, record, findings: withContactRule(row.findings, record, rules.contact_rule) }
  })
}

/**
 * Marks those rows of one unit that are for review because another household has moved in since: the lease is over, but
 * its resident is still listed as current.
 */
export function newerHousehold(rows: readonly Evaluated[], { today }: ResidentRules): Evaluated[] {
  const newer = rows.filter(
    (row) => isLive(row) && isLivingThere(row.record) && mostSevere(row.findings) !== 'BLOCK',
  )
  return rows.map((row) => {
    const { status, lease_ends_on, lease_starts_on } = row.record
    const is_over = isLive(row) && status === 'CURRENT' && lease_ends_on !== null && lease_ends_on < today
    const is_replaced = newer.some(
      ({ record }) =>
        record.person_id !== row.record.person_id &&
        householdKey(record) !== householdKey(row.record) &&
        record.lease_starts_on !== null &&
        record.lease_starts_on > (lease_starts_on ?? '') &&
        record.lease_starts_on <= today,
    )
    if (!is_over || !is_replaced) return row
    const findings = inCodeOrder([...row.findings, { code: 'MORE_RECENT_LEASE_EXISTS', severity: 'REVIEW' }])
    return { ...row, findings }
  })
}
