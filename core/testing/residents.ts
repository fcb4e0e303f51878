import { sameName } from '../residents/clean-text.ts'
import type { decide } from '../residents/decide.ts'
import type {
  Candidate,
  Decision,
  Evaluated,
  KnownResident,
  ResidentRecord,
  ResidentRules,
} from '../residents/decision.ts'
import { householdKey } from '../residents/households.ts'
import { hasUnit, isSameUnit } from '../residents/units.ts'
import type { VendorRow } from '../residents/vendor-row.ts'

/** Helpers for the tests of resident imports: rows, rules, and a lot in memory that is imported into. */

export const rules: ResidentRules = {
  provider: 'ENTRATA',
  country: 'US',
  today: '2026-11-25',
  contact_rule: 'EITHER',
  early_in_days: 0,
  late_out_days: 0,
  requires_lease_end: false,
  requires_move_out: false,
  roommates: 'ALL',
  excluded_statuses: [],
  status_meanings: {},
  allows_fictional_phones: true,
}

/** A current resident without anything remarkable. */
export const row: VendorRow = {
  property_id: '100001',
  person_id: '900201',
  lease_id: '700101',
  household_id: '700101',
  first_name: 'Robin',
  last_name: 'Samplewood',
  email: 'robin@example.com',
  phones: ['2025550101'],
  unit_id: '510101',
  unit: '101',
  building: '1',
  status: 'Current',
  person_status: null,
  role: 'HEAD',
  lease_starts: '08/15/2026',
  lease_ends: '08/14/2027',
  moves_in: '08/15/2026',
  moves_out: null,
  notice: null,
  is_month_to_month: false,
  is_renewal: false,
  vehicles: [],
  spots: [],
  replaces_person_id: null,
}

/** Returns the codes of findings with their severities, such as `INVALID_EMAIL WARN`. */
export const codesOf = ({ findings }: Pick<Evaluated, 'findings'>): string[] =>
  findings.map(({ code, severity }) => `${code} ${severity}`)

export interface Account {
  user_id: string
  first_name: string | null
  last_name: string | null
  email: string | null
  phone: string | null
  is_claimed: boolean
}

export interface TestLot {
  residents: KnownResident[]
  accounts: Account[]
}

/** Returns a resident as the lot stores it after the decision. */
export function stored(
  { action, record, user_id, resident_id }: Pick<Decision, 'action' | 'record' | 'user_id' | 'resident_id'>,
  is_claimed = false,
): KnownResident {
  return {
    ...record,
    resident_id: resident_id ?? `resident ${record.person_id}`,
    user_id: user_id ?? `user ${record.person_id}`,
    is_claimed,
    is_ended: action === 'END',
    is_ended_by_staff: false,
  }
}

const has = (contact: string | null, other: string | null): boolean => contact !== null && contact === other

function candidatesFor(record: ResidentRecord, lot: TestLot, known: KnownResident | null): Candidate[] {
  return lot.accounts
    .filter(({ user_id }) => user_id !== known?.user_id)
    .flatMap((account) => {
      const resident = lot.residents.find(({ user_id }) => user_id === account.user_id) ?? null
      const lives_there = resident !== null && hasUnit(record) && isSameUnit(resident, record)
      const found_by: Candidate['found_by'][] = [
        ...(has(record.email, account.email) ? (['EMAIL'] as const) : []),
        ...(has(record.phone, account.phone) ? (['PHONE'] as const) : []),
        ...(lives_there && sameName(account, record) ? (['NAME_AND_UNIT'] as const) : []),
      ]
      return found_by.map((each) => ({ ...account, found_by: each, resident }))
    })
}

/** Looks up whom a row may mean, as the pipeline does. */
export function rowToDecide(
  evaluated: Evaluated,
  lot: TestLot,
  present: readonly Evaluated[],
): Parameters<typeof decide>[0] {
  const { record } = evaluated
  const known = lot.residents.find(({ person_id }) => person_id === record.person_id) ?? null
  const by_household = known
    ? null
    : lot.residents.find((each) => householdKey(each) === householdKey(record) && sameName(each, record))
  return {
    evaluated,
    known,
    by_household: by_household ?? null,
    candidates: candidatesFor(record, lot, known),
    isGone: (person_id) =>
      present.every((each) => each.record.person_id !== person_id || each.record.status === 'PAST'),
    is_new_email_taken: lot.accounts.some(
      (account) => has(record.email, account.email) && account.user_id !== known?.user_id,
    ),
  }
}

/** Stores what was decided. */
export function store(made: Decision, lot: TestLot): TestLot {
  const { action, record } = made
  if (!['CREATE', 'UPDATE', 'LINK', 'END'].includes(action)) return lot
  const account = lot.accounts.find(({ user_id }) => user_id === made.user_id)
  const resident = stored(made, account?.is_claimed)
  const created: Account = { ...record, user_id: resident.user_id, is_claimed: false }
  const contacts = { email: record.email, phone: record.phone }
  const kept = account && (account.is_claimed || action === 'END' || made.resident_id === null)
  const saved = account ? { ...account, ...(kept ? {} : contacts) } : created
  const { user_id, first_name, last_name, email, phone, is_claimed } = saved
  return {
    residents: [...lot.residents.filter((each) => each.resident_id !== resident.resident_id), resident],
    accounts: [
      ...lot.accounts.filter((each) => each.user_id !== user_id),
      { user_id, first_name, last_name, email, phone, is_claimed },
    ],
  }
}
