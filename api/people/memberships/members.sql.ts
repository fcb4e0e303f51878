import type { Member } from '@openspot/contract/people/memberships.ts'
import type { LotRole, MembershipStatus } from '@openspot/core/enums.ts'
import { waitsFor } from '@openspot/core/memberships/moves.ts'
import { GUEST_DAYS } from '@openspot/core/memberships/privacy.ts'
import { normalizePlate } from '@openspot/core/plates/plates.ts'
import { type Db, queryPrepared } from '@openspot/db/database.ts'
import { containing } from '@openspot/db/like.ts'
import { statement, text } from '@openspot/db/rows.ts'
import { sql } from 'kysely'
import { holding } from '../../booking/occupancy/holding.sql.ts'
import type { SeenPerson } from '../privacy/seen-person.sql.ts'

export interface MembersFilter {
  q?: string | undefined
  status?: MembershipStatus | undefined
  role?: LotRole | undefined
  group_id?: string | undefined
  waits_for?: 'PERSON' | 'STAFF' | undefined
  sort?: 'name' | 'newest' | undefined
}

/** The first and last name, or null if neither is known. */
export const personName = (user: string) =>
  sql<
    string | null
  >`nullif(trim(concat_ws(' ', ${sql.ref(`${user}.first_name`)}, ${sql.ref(`${user}.last_name`)})), '')`

/** The sort key of a list by name: people without a name come last. */
const sortName = sql<string>`coalesce(lower(p.name), '~' || coalesce(p.email, p.phone, '')) collate "C"`

/** A vehicle that staff removed from the lot does not belong to it until its owner books with it there again. */
const isCarOfLot = sql<boolean>`m.acted_at is not null and m.status = 'ACTIVE' and c.deleted_at is null and not exists (
  select from car_removals x where x.lot_id = m.lot_id and x.car_id = c.id
    and not exists (select from reservations r
      where r.lot_id = m.lot_id and r.car_id = c.id and r.created_at >= x.removed_at))`

const select = (db: Db, lot_id: string, now: Date) =>
  db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoinLateral(
      sql<SeenPerson>`visible_person(m.lot_id, m.user_id, ${now.toISOString()}::timestamptz, ${GUEST_DAYS})`.as<'p'>(
        sql.ref('p'),
      ),
      (join) => join.onTrue(),
    )
    .leftJoin('groups as g', (on) =>
      on.onRef('g.id', '=', 'm.group_id').onRef('g.lot_id', '=', 'm.lot_id').on('g.deleted_at', 'is', null),
    )
    .select([
      'm.id',
      'm.user_id',
      'm.role',
      'm.status',
      'm.source',
      'm.requested_at',
      'm.opens_gates',
      'm.created_at',
      'm.changed_at',
    ])
    .select(['p.relation', 'p.email', 'p.phone', 'p.name', 'u.account_status'])
    .select(['g.id as group_id', 'g.name as group_name', 'g.unit'])
    .select(sortName.as('sort_name'))
    .select(
      sql<string[]>`(
        select coalesce(json_agg(c.plate order by c.created_at, c.id), '[]') from cars c
        where c.user_id = m.user_id and ${isCarOfLot})`.as('plates'),
    )
    .select(
      sql<{ id: string; label: string }[]>`(
        select coalesce(json_agg(json_build_object('id', s.id, 'label', s.label) order by s.spot_no), '[]') from spots s
        where s.lot_id = m.lot_id and s.assigned_user_id = m.user_id and s.deleted_at is null)`.as('spots'),
    )
    .where('m.lot_id', '=', lot_id)

type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>

/** Maps a row to a member as admins see it, or with `is_redacted` as patrollers do: only the name and plates. */
export function toMember(row: Row, is_redacted: boolean): Member {
  const { id, user_id, name, plates } = row
  if (is_redacted) return { id, user_id, name, plates }
  const { email, phone, role, status, source, requested_at, opens_gates, spots, created_at, changed_at } = row
  const { group_id, group_name, unit } = row
  return {
    id,
    user_id,
    name,
    plates,
    email,
    phone,
    ...accountOf(row),
    role,
    status,
    source,
    requested_at,
    opens_gates,
    waits_for: waitsFor({
      status,
      source,
      requested_at,
    }),
    group:
      group_id === null || group_name === null
        ? null
        : {
            id: group_id,
            name: group_name,
            unit,
          },
    spots,
    created_at,
    changed_at,
  }
}

/**
 * The account status is shown only for people who have acted in the lot; otherwise staff could probe any address for an
 * account.
 */
export const accountOf = ({ relation, account_status }: Pick<Row, 'relation' | 'account_status'>) =>
  relation === 'TYPED' ? {} : { account_status }

export const findMember = (db: Db, lot_id: string, user_id: string, now: Date) =>
  select(db, lot_id, now).where('m.user_id', '=', user_id).executeTakeFirst()

/** Returns the cursor values of the last row of a page, by its sort order. */
export const endOf = (sort: MembersFilter['sort'], row: Row): string[] =>
  sort === 'newest' ? [row.created_at, row.id] : [row.sort_name, row.id]

/** Returns the members of a lot, up to `limit` + 1 rows so that the caller knows whether more follow. */
export function listMembers(
  db: Db,
  lot_id: string,
  filter: MembersFilter,
  after: (string | number)[] | null,
  limit: number,
  is_redacted: boolean,
  now: Date,
): Promise<Row[]> {
  const { q, status, role, group_id, waits_for, sort } = filter
  let query = select(db, lot_id, now)
  if (status !== undefined) query = query.where('m.status', '=', status)
  if (role !== undefined) query = query.where('m.role', '=', role)
  if (group_id !== undefined) query = query.where('m.group_id', '=', group_id)
  if (waits_for === 'PERSON') {
    query = query.where('m.status', '=', 'PENDING').where('m.source', 'in', ['STAFF', 'IMPORT'])
  }
  if (waits_for === 'STAFF') {
    query = query.where(
      sql<boolean>`case when m.status = 'PENDING' then m.source not in ('STAFF', 'IMPORT') else m.requested_at is not null end`,
    )
  }
  if (q !== undefined && q.trim() !== '') query = query.where(found(q.trim(), is_redacted))
  if (sort === 'newest') {
    if (after !== null) {
      query = query.where(
        sql<boolean>`(m.created_at, m.id) < (${String(after[0])}::timestamptz, ${String(after[1])}::uuid)`,
      )
    }
    query = query.orderBy('m.created_at', 'desc').orderBy('m.id', 'desc')
  } else {
    if (after !== null) {
      query = query.where(
        sql<boolean>`(${sortName}, m.id) > (${String(after[0])}, ${String(after[1])}::uuid)`,
      )
    }
    query = query.orderBy(sortName).orderBy('m.id')
  }
  return query.limit(limit + 1).execute()
}

/** A condition that matches the search text against every field that the caller may see. */
function found(q: string, is_redacted: boolean) {
  const like = containing(q)
  const plate = normalizePlate(q)
  const digits = q.replaceAll(/\D/g, '')
  const byName = sql<boolean>`p.name ilike ${like}`
  const byPlate = sql<boolean>`${plate} <> '' and exists (
    select from cars c where c.user_id = m.user_id and ${isCarOfLot} and c.plate_normalized like ${`%${plate}%`})`
  if (is_redacted) return sql<boolean>`(${byName} or ${byPlate})`
  return sql<boolean>`(${byName} or ${byPlate} or p.email ilike ${like} or g.name ilike ${like} or g.unit ilike ${like}
    or (length(${digits}::text) >= 3 and p.phone like ${`%${digits}%`})
    or exists (select from spots s where s.lot_id = m.lot_id and s.assigned_user_id = m.user_id
      and s.deleted_at is null and s.label ilike ${like}))`
}

const lotPerson = statement(
  'find_lot_person',
  {
    relation: text<SeenPerson['relation']>(),
    name: 'text?',
    email: 'text?',
    phone: 'text?',
    account_status: 'users.account_status',
    reservations: 'integer',
    live_reservations: 'integer',
    is_member: 'boolean',
  },
  `select p.relation, p.name, p.email, p.phone, u.account_status, r.*,
      exists (select from memberships m where m.lot_id = $1 and m.user_id = u.id) as is_member
    from users u cross join lateral visible_person($1, u.id, $3::timestamptz, ${GUEST_DAYS}) p cross join lateral (
      select (count(*) filter (where r.status in ('ACTIVE', 'CANCELED', 'PENDING')))::int as reservations,
        (count(*) filter (where r.status in ${holding} and (r.ends_at is null or r.ends_at > $3)))::int as live_reservations
      from reservations r where r.lot_id = $1 and r.user_id = u.id and r.changes_id is null) r
    where u.id = $2`,
)

/** Returns a user as a lot knows them, by a membership or a reservation, or undefined if it does not. */
export async function findLotPerson(db: Db, lot_id: string, user_id: string, now: Date) {
  const rows = await queryPrepared(db, lotPerson, [lot_id, user_id, now.toISOString()])
  const [row] = rows
  return row && (row.is_member || row.reservations + row.live_reservations > 0) ? row : undefined
}
