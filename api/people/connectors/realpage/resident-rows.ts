import type { ResidentRole, VendorRow } from '@openspot/core/residents/vendor-row.ts'
import { allAt, dateOf, isSet, textAt, textOfAny } from '../reading/nodes.ts'

/** What a lease adds to its residents. */
export interface LeaseFacts {
  scheduled_move_in: string | null
  prior_lease_id: string | null
}

export interface ResidentContext {
  site_id: string
  /** By lease ID. */
  leases: ReadonlyMap<string, LeaseFacts>
  /** Names of rented items by lease ID. */
  spots: ReadonlyMap<string, readonly string[]>
}

/**
 * Returns the row of one element `resident`, or null if it is nobody who lives in a unit. IDs are unique only within a site,
 * so the site becomes part of them.
 */
export function rowOfResident(
  { site_id, leases, spots }: ResidentContext,
  resident: unknown,
): VendorRow | null {
  const text = (name: string) => textAt(resident, name)
  const date = (name: string) => dateOf(text(name))
  const member = text('residentmemberid')
  const unit_id = idOf(text('unitid'))
  if (member === null || unit_id === null) return null
  const lease = idOf(text('leaseid'))
  const household = idOf(textOfAny(resident, 'residenthouseholdid', 'reshid'))
  const facts = lease === null ? undefined : leases.get(lease)
  const role = roleOf(text)
  const status = text('leasestatus')
  return {
    property_id: site_id,
    person_id: `${site_id}:${member}`,
    lease_id: `${site_id}:${lease ?? `household-${household ?? member}`}`,
    household_id: household === null ? null : `${site_id}:${household}`,
    first_name: text('firstname'),
    last_name: text('lastname'),
    email: text('email') ?? textAt(resident, 'addresslist', 'address', 'email'),
    phones: phonesOf(resident),
    unit_id: `${site_id}:${unit_id}`,
    unit: text('unitnumber'),
    building: text('buildingnumber'),
    status,
    person_status: null,
    role,
    lease_starts: date('begindate'),
    lease_ends: date('enddate'),
    moves_in: date('moveindate') ?? facts?.scheduled_move_in ?? null,
    moves_out: date('moveoutdate') ?? date('noticefordate'),
    notice: date('noticefordate') ?? date('noticegivendate'),
    is_month_to_month: false,
    // A signed applicant without a previous lease is a new resident, whatever the status is called.
    is_renewal:
      /^future lease$/i.test(status ?? '') || (facts?.prior_lease_id != null && /future/i.test(status ?? '')),
    vehicles: [],
    spots: role === 'HEAD' && lease !== null ? [...(spots.get(lease) ?? [])] : [],
    replaces_person_id: null,
  }
}

/** An ID of 0 means none. */
export const idOf = (text: string | null): string | null => (text === null || /^0+$/.test(text) ? null : text)

function roleOf(text: (name: string) => string | null): ResidentRole {
  const has = (bit: string) => isSet(text(bit))
  if (has('hohbit') || /^h$/i.test(text('residenttype') ?? '')) return 'HEAD'
  if (has('guarantorbit') && !has('occupantbit') && !has('signerbit')) return 'GUARANTOR'
  return has('signerbit') ? 'SIGNER' : 'OCCUPANT'
}

function phonesOf(resident: unknown): string[] {
  const phones = ['cellphone', 'homephone', 'workphone'].flatMap((name) => textAt(resident, name) ?? [])
  const more = ['cell', 'phone'].flatMap((name) =>
    allAt(resident, 'addresslist', 'address').flatMap((address) => textAt(address, name) ?? []),
  )
  return [...new Set([...phones, ...more])]
}
