import { sameName } from './clean-text.ts'
import type { Candidate, Decision, KnownResident, ResidentRecord, ResidentRules } from './decision.ts'
import { householdKey } from './households.ts'

/** Who a row may mean, as the caller looked it up in the lot. */
export interface People {
  /** The resident of this data source with the same person ID. */
  known: KnownResident | null
  /** The resident of this data source with the same lease or household, and the same first and last name. */
  by_household: KnownResident | null
  /** Other people of the lot with the same email, phone, or name and unit; a person may be listed once for each. */
  candidates: readonly Candidate[]
  /** Whether a person ID is absent from this complete pull, or has only past leases. */
  isGone: (person_id: string) => boolean
}

/** Whom a row means. */
export type Match =
  | { kind: 'NEW' }
  | { kind: 'RESIDENT'; resident: KnownResident; relinks: Decision['relinks'] }
  | { kind: 'USER'; user_id: string }
  | { kind: 'REVIEW'; conflicting_user_ids: string[]; is_mismatch: boolean }

type Relinks = NonNullable<Decision['relinks']>

const replaced = (record: ResidentRecord, { person_id }: KnownResident): boolean =>
  record.replaces_person_id === person_id

/** Finds the resident whose row this is, without looking at contacts of strangers: by person ID, or by household and name. */
export function findResident(
  record: ResidentRecord,
  people: People,
): { resident: KnownResident; relinks: Relinks | null } | null {
  const { known, by_household: other } = people
  if (known) return { resident: known, relinks: null }
  if (!other || !sameName(other, record) || !people.isGone(other.person_id)) return null
  const reason = replaced(record, other) ? 'VENDOR' : 'HOUSEHOLD'
  return { resident: other, relinks: { from_person_id: other.person_id, reason } }
}

/** A candidate with everything by which it was found. */
interface Person {
  candidate: Candidate
  has_contact: boolean
}

function distinct(candidates: readonly Candidate[]): Person[] {
  const people = new Map<string, Person>()
  for (const candidate of candidates) {
    const has_contact = candidate.found_by !== 'NAME_AND_UNIT' || people.get(candidate.user_id)?.has_contact
    people.set(candidate.user_id, { candidate, has_contact: has_contact === true })
  }
  return [...people.values()]
}

const sharesContact = (record: ResidentRecord, { email, phone }: KnownResident): boolean =>
  (record.email !== null && record.email === email) || (record.phone !== null && record.phone === phone)

/** Returns why a resident with another person ID is certainly the same person, or null. */
function relinkReason(
  record: ResidentRecord,
  resident: KnownResident,
  has_contact: boolean,
  people: People,
  { provider }: ResidentRules,
): Relinks['reason'] | null {
  const is_same =
    sameName(resident, record) &&
    (has_contact || sharesContact(record, resident)) &&
    people.isGone(resident.person_id)
  if (!is_same) return null
  if (replaced(record, resident)) return 'VENDOR'
  // Yardi gives households new numbers, and files may not know them at all.
  const knowsHouseholds = provider !== null && provider !== 'YARDI'
  return knowsHouseholds && householdKey(resident) === householdKey(record) ? 'CONTACT' : null
}

/** Finds whom an importable row means. People are never merged: staff decide between several, and about a doubtful one. */
export function matchRow(record: ResidentRecord, people: People, rules: ResidentRules): Match {
  const found = findResident(record, people)
  if (found) return { kind: 'RESIDENT', ...found }
  const [person, ...more] = distinct(people.candidates)
  if (!person) return { kind: 'NEW' }
  const { candidate, has_contact } = person
  const { resident } = candidate
  const review = (is_mismatch: boolean): Match => ({
    kind: 'REVIEW',
    conflicting_user_ids: [person, ...more].map((each) => each.candidate.user_id).sort(),
    is_mismatch,
  })
  if (more.length > 0) return review([person, ...more].some((each) => each.candidate.resident !== null))
  if (!resident) {
    return has_contact && sameName(candidate, record)
      ? { kind: 'USER', user_id: candidate.user_id }
      : review(false)
  }
  if (resident.person_id === record.person_id) return { kind: 'RESIDENT', resident, relinks: null }
  const reason = relinkReason(record, resident, has_contact, people, rules)
  if (!reason) return review(true)
  return { kind: 'RESIDENT', resident, relinks: { from_person_id: resident.person_id, reason } }
}
