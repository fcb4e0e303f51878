import { sameName } from '@openspot/core/residents/clean-text.ts'
import type {
  Candidate,
  KnownResident,
  ResidentRecord,
  StoredRecord,
} from '@openspot/core/residents/decision.ts'
import { householdKey } from '@openspot/core/residents/households.ts'
import { queryPrepared } from '@openspot/db/database.ts'
import { json, orNull, type RowOf, statement, text } from '@openspot/db/rows.ts'
import type pg from 'pg'
import type { StoredDataSource } from '../data-sources/data-sources.sql.ts'

const known = {
  resident_id: 'uuid',
  user_id: 'uuid?',
  person_id: 'text',
  record: orNull(json<StoredRecord>()),
  is_claimed: 'boolean',
  is_ended: 'boolean',
  is_ended_by_staff: 'boolean',
} as const

const knownColumns = `r.id as resident_id, r.user_id, r.person_id, r.record, coalesce(u.account_status = 'ACTIVE', false) as is_claimed,
   r.ended_at is not null as is_ended, r.opted_out_at is not null as is_ended_by_staff
   from residents r left join users u on u.id = r.user_id`

const byPerson = statement(
  'list_known_residents',
  known,
  `select ${knownColumns} where r.data_source_id = $1 and (r.person_id = any($2::text[]) or r.household_id = any($3::text[]) or r.lease_id = any($4::text[]))`,
)

const ofUsers = statement(
  'list_residents_of_users',
  known,
  `select ${knownColumns} where r.data_source_id = $1 and r.user_id = any($2::uuid[])`,
)

const people = {
  user_id: 'uuid',
  email: 'text?',
  phone: 'text?',
  first_name: 'text?',
  last_name: 'text?',
  unit: 'text?',
  is_claimed: 'boolean',
  role: text<'MEMBER'>(),
} as const
type LotPerson = RowOf<typeof people>

const candidates = statement(
  'list_candidates_for_residents',
  people,
  // Only people whom the lot knows, so that an import does not reveal who has an account.
  `select u.id as user_id, u.email, u.phone, u.first_name, u.last_name, g.unit, u.account_status = 'ACTIVE' as is_claimed, 'MEMBER' as role
   from memberships m join users u on u.id = m.user_id left join groups g on g.id = m.group_id and g.lot_id = m.lot_id
   where m.lot_id = $1 and m.status in ('ACTIVE', 'PENDING') and (u.email = any($2::text[]) or u.phone = any($3::text[])
     or (lower(u.first_name), lower(u.last_name), lower(g.unit)) in
       (select * from unnest($4::text[], $5::text[], $6::text[])))
   union all
   -- What another source of the lot says about them, because they may sign in with another address, or not have moved in yet.
   select u.id, r.email, r.phone, u.first_name, u.last_name, r.unit, u.account_status = 'ACTIVE', 'MEMBER'
   from residents r join users u on u.id = r.user_id
   where r.lot_id = $1 and r.data_source_id <> $7 and r.ended_at is null and (r.email = any($2::text[]) or r.phone = any($3::text[]))`,
)

const listed = statement(
  'list_person_ids_of_import',
  { person_id: 'text', is_past: 'boolean' },
  `select person_id, bool_and(coalesce(record ->> 'status', '') in ('PAST', 'CANCELLED')) as is_past from resident_rows
   where import_id = $1 and person_id = any($2::text[]) group by person_id`,
)

/** What the lot knows about the people of some rows. */
export interface Lookup {
  knownOf(record: ResidentRecord): KnownResident | null
  byHouseholdOf(record: ResidentRecord): KnownResident | null
  candidatesOf(record: ResidentRecord): Candidate[]
  isGone(person_id: string): boolean
  /** Whether the person had their data erased, so that imports leave them alone. */
  isForgotten(record: ResidentRecord): boolean
  isEmailTaken(record: ResidentRecord): boolean
}

/** A person who was forgotten has no record. */
const toKnown = ({ user_id, record, person_id: _key, ...of }: RowOf<typeof known>): KnownResident[] =>
  user_id === null || record === null ? [] : [{ ...record, ...of, user_id }]

const lower = (of: string | null) => of?.toLowerCase() ?? null

/** Looks up the people of some rows in a few statements. */
export async function lookUp(
  pool: pg.Pool,
  of: {
    source: StoredDataSource
    import_id: string
    is_complete: boolean
    records: readonly ResidentRecord[]
  },
): Promise<Lookup> {
  const { source, import_id, is_complete, records } = of
  const given = (pick: (record: ResidentRecord) => string | null) => [
    ...new Set(records.flatMap((one) => pick(one) ?? [])),
  ]
  const person_ids = [
    ...given(({ person_id }) => person_id),
    ...given(({ replaces_person_id }) => replaces_person_id),
  ]
  const households = given(({ household_id }) => household_id)
  const leases = given(({ household_id, lease_id }) => (household_id === null ? lease_id : null))
  const rows = await queryPrepared(pool, byPerson, [source.id, person_ids, households, leases])
  const forgotten = new Set(rows.flatMap(({ user_id, person_id }) => (user_id === null ? person_id : [])))
  const residents = rows.flatMap(toKnown)
  const found = await queryPrepared(pool, candidates, [
    source.lot_id,
    given(({ email }) => email),
    given(({ phone }) => phone),
    records.map(({ first_name }) => lower(first_name)),
    records.map(({ last_name }) => lower(last_name)),
    records.map(({ unit }) => lower(unit)),
    source.id,
  ])
  const links = await queryPrepared(pool, ofUsers, [source.id, found.map(({ user_id }) => user_id)])
  const linked = links.flatMap(toKnown)
  const stored = [...residents, ...linked].map(({ person_id }) => person_id)
  const here = new Map(
    (await queryPrepared(pool, listed, [import_id, stored])).map((row) => [row.person_id, row.is_past]),
  )
  const ofPerson = new Map(residents.map((one) => [one.person_id, one]))
  const linkOf = new Map(linked.map((one) => [one.user_id, one]))
  return {
    knownOf: ({ person_id }) => ofPerson.get(person_id) ?? null,
    byHouseholdOf: (record) =>
      (record.replaces_person_id === null ? undefined : ofPerson.get(record.replaces_person_id)) ??
      residents.find((one) => householdKey(one) === householdKey(record) && sameName(one, record)) ??
      null,
    candidatesOf: (record) => {
      const own = ofPerson.get(record.person_id)?.user_id
      return found
        .filter(({ user_id }) => user_id !== own)
        .flatMap((one) => candidatesOf(one, record, linkOf))
    },
    // Who is absent from a part of a pull may be in the rest.
    isGone: (person_id) => here.get(person_id) ?? is_complete,
    isForgotten: ({ person_id }) => forgotten.has(person_id),
    isEmailTaken: ({ email, person_id }) => {
      const own = ofPerson.get(person_id)?.user_id
      return email !== null && found.some((one) => one.email === email && one.user_id !== own)
    },
  }
}

/** Returns each way in which a person of the lot was found for a row; none if they were found for another one. */
function candidatesOf(
  { user_id, first_name, last_name, is_claimed, ...of }: LotPerson,
  record: ResidentRecord,
  linkOf: ReadonlyMap<string, KnownResident>,
): Candidate[] {
  const person = { user_id, first_name, last_name, is_claimed, resident: linkOf.get(user_id) ?? null }
  const isInUnit = record.unit !== null && lower(of.unit) === lower(record.unit)
  const ways = [
    ...(record.email !== null && of.email === record.email ? (['EMAIL'] as const) : []),
    ...(record.phone !== null && of.phone === record.phone ? (['PHONE'] as const) : []),
    ...(isInUnit && sameName(person, record) ? (['NAME_AND_UNIT'] as const) : []),
  ]
  return ways.map((found_by) => ({ ...person, found_by }))
}
