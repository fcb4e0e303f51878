import type { PhoneFault } from '../phones/faults.ts'
import type { UnusablePlate } from './clean-text.ts'
import type {
  ContactRule,
  IntegrationProvider,
  LeaseStatus,
  ResidentAction,
  ResidentSeverity,
  ResidentValidationCode,
  RoommateRule,
} from './enums.ts'
import type { ResidentRole, VendorVehicle } from './vendor-row.ts'

/** The settings of a data source that decide what becomes of its rows. Dates are `YYYY-MM-DD`. */
export interface ResidentRules {
  /** Null for a file, whose statuses are those of any provider. */
  provider: IntegrationProvider | null
  /** The lot's country (ISO 3166), for phone numbers without one. */
  country: string
  /** Today by the lot's clock. */
  today: string
  contact_rule: ContactRule
  /** Days before the move-in from which a resident has access. */
  early_in_days: number
  /** Days after the move-out during which a resident keeps access. */
  late_out_days: number
  /** Whether a future lease of a fixed term must have an end. */
  requires_lease_end: boolean
  /** Whether a resident on notice must have a day of moving out. */
  requires_move_out: boolean
  roommates: RoommateRule
  /** Raw statuses that are left out, as the vendor says them. */
  excluded_statuses: readonly string[]
  /** What an admin decided that unknown raw statuses mean, by `statusKey` of the raw text. */
  status_meanings: Readonly<Record<string, LeaseStatus>>
  /** Whether phone numbers that are reserved for fiction (555-01xx) count, as in the demo. */
  allows_fictional_phones: boolean
  /** Whether the vehicles of new people are imported; yes by default. */
  imports_vehicles?: boolean
  /** Addresses in lower case to which email cannot be delivered. */
  undeliverable_emails?: ReadonlySet<string>
}

/** A row after cleaning: what will be stored if it is imported. */
export interface ResidentRecord {
  property_id: string
  person_id: string
  lease_id: string
  household_id: string | null
  first_name: string | null
  last_name: string | null
  /** Lower case. */
  email: string | null
  /** E.164. */
  phone: string | null
  unit_id: string | null
  unit: string | null
  building: string | null
  status: LeaseStatus
  status_raw: string | null
  role: ResidentRole
  lease_starts_on: string | null
  /** Null for an open end. */
  lease_ends_on: string | null
  moves_in_on: string | null
  moves_out_on: string | null
  is_month_to_month: boolean
  /** The first and the last day of access, inclusive; null for an open end. */
  access_from: string | null
  access_until: string | null
  vehicles: VendorVehicle[]
  spots: string[]
  replaces_person_id: string | null
  /** A move to another unit on a later day, from a future lease of the same person. */
  next_unit: { unit_id: string | null; unit: string | null; building: string | null; on: string } | null
}

export interface Finding {
  code: ResidentValidationCode
  severity: ResidentSeverity
  /** What is wrong with the number, with INVALID_PHONE. */
  phone_fault?: PhoneFault
  /** The plate and what is wrong with it, with INVALID_PLATE. */
  unusable_plate?: UnusablePlate
  /** With POSSIBLE_DUPLICATE: the person of the same import who has the same contact. */
  duplicate_of?: { person_id: string; shares: 'email' | 'phone' }
}

/** Why a row is left out without a code: nobody needs to know about it. */
export type DropReason = 'EXCLUDED_STATUS' | 'GUARANTOR' | 'CHILD' | 'NOT_A_UNIT' | 'ROOMMATE' | 'FOLDED'

/** A row after its own checks. Severities are those for a person whom the lot does not know yet. */
export interface Evaluated {
  record: ResidentRecord
  /** In the order of `residentValidationCodes`. */
  findings: Finding[]
  dropped: DropReason | null
}

/**
 * What is stored of a record, and compared with the next import to find out whether anything changed. `replaces_person_id`
 * is not: vendors name the previous ID only for a while.
 */
export const storedFields = [
  'property_id',
  'person_id',
  'lease_id',
  'household_id',
  'first_name',
  'last_name',
  'email',
  'phone',
  'unit_id',
  'unit',
  'building',
  'status',
  'status_raw',
  'role',
  'lease_starts_on',
  'lease_ends_on',
  'moves_in_on',
  'moves_out_on',
  'is_month_to_month',
  'access_from',
  'access_until',
  'vehicles',
  'spots',
  'next_unit',
] as const satisfies readonly (keyof ResidentRecord)[]
export type StoredRecord = Pick<ResidentRecord, (typeof storedFields)[number]>

/** A resident as an earlier import of the same data source stored them; the email and phone are those last imported. */
export interface KnownResident extends StoredRecord {
  resident_id: string
  user_id: string
  /** Whether the person has signed in, so that the account is theirs. */
  is_claimed: boolean
  /** Whether an import or staff ended the residence. */
  is_ended: boolean
  /** Whether staff ended it. An import does not undo what staff decided. */
  is_ended_by_staff: boolean
}

/** A person of the lot who could be the one of a row. */
export interface Candidate {
  user_id: string
  found_by: 'EMAIL' | 'PHONE' | 'NAME_AND_UNIT'
  first_name: string | null
  last_name: string | null
  is_claimed: boolean
  /** Their link to this data source, if they have one. */
  resident: KnownResident | null
}

/** What is to become of a row. */
export interface Decision {
  action: ResidentAction
  /** The most severe of the findings; null without any. */
  severity: ResidentSeverity | null
  /** In the order of `residentValidationCodes`. */
  findings: Finding[]
  record: ResidentRecord
  /** Whom the row means; null for a person whom the lot does not know. */
  user_id: string | null
  resident_id: string | null
  /** People between whom staff must decide. */
  conflicting_user_ids: string[]
  /** Set if the person has a new ID in the vendor's system. */
  relinks: { from_person_id: string; reason: 'VENDOR' | 'HOUSEHOLD' | 'CONTACT' } | null
  /** New contacts according to the vendor, for a person who has signed in; only they or staff replace theirs. */
  suggests: { email?: string; phone?: string }
}
