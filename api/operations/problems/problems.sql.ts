import type { Photo } from '@openspot/contract/operations/photos.ts'
import type { Problem, StaffProblem } from '@openspot/contract/operations/problems.ts'
import { GUEST_DAYS } from '@openspot/core/memberships/privacy.ts'
import type { ProblemStatus } from '@openspot/core/problems/enums.ts'
import type { Db, Queryable, Tx } from '@openspot/db/database.ts'
import { queryPrepared } from '@openspot/db/database.ts'
import { json, type RowOf, statement, text } from '@openspot/db/rows.ts'
import type { DB } from '@openspot/db/types.ts'
import type { Insertable, Updateable } from 'kysely'
import { hostOf } from '../../host-of.sql.ts'
import { decodeCursor, pageOf } from '../../plugins/paging.ts'

type PreviousPlate = StaffProblem['previous_plates'][number]

const problem = {
  id: 'uuid',
  lot_id: 'uuid',
  lot_name: 'text',
  time_zone: 'text',
  kind: 'problems.kind',
  text: 'text?',
  other_plate: 'text?',
  other_region: 'text',
  photos: json<Photo[]>(),
  status: 'problems.status',
  resolution: 'problems.resolution',
  answer: 'text?',
  reservation_id: 'uuid?',
  spot_label: 'text?',
  moved_to_label: 'text?',
  moved_reservation_id: 'uuid?',
  created_at: 'timestamptz',
  resolved_at: 'timestamptz?',
  reporter_id: 'uuid',
  reporter_name: 'text?',
  finding: 'problems.finding',
  finding_note: 'text?',
  found_at: 'timestamptz?',
  found_by_name: 'text?',
  resolved_by_name: 'text?',
  previous_plates: json<PreviousPlate[]>(),
} as const
export type ProblemRow = RowOf<typeof problem>

const utc = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const nameOf = (user: string) =>
  `(select v.name from visible_person(p.lot_id, ${user}, $1::timestamptz, ${GUEST_DAYS}) v)`

/** $1 is now, for the names that staff may still see. */
const select = `select p.id, p.lot_id, l.name as lot_name, l.time_zone, p.kind, p.text, p.other_plate, p.other_region,
    (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'url', '/api/v2/photos/' || f.id, 'width', f.width, 'height', f.height)
      order by f.created_at, f.id), '[]') from photos f where f.problem_id = p.id and f.lot_id = p.lot_id) as photos,
    p.status, p.resolution, p.answer, p.reservation_id, s.label as spot_label, m.label as moved_to_label, p.moved_reservation_id,
    p.created_at, p.resolved_at, p.user_id as reporter_id, ${nameOf('p.user_id')} as reporter_name,
    p.finding, p.finding_note, p.found_at, ${nameOf('p.found_by_user_id')} as found_by_name,
    ${nameOf('p.resolved_by_user_id')} as resolved_by_name,
    (select coalesce(jsonb_agg(jsonb_build_object('other_plate', h.other_plate, 'other_region', h.other_region,
      'replaced_at', ${utc('h.replaced_at')}) order by h.id), '[]') from problem_plates h where h.problem_id = p.id) as previous_plates
  from problems p join lots l on l.id = p.lot_id
    left join spots s on s.id = p.spot_id and s.lot_id = p.lot_id
    left join spots m on m.id = p.moved_to_spot_id and m.lot_id = p.lot_id`

const found = statement('find_problem', problem, `${select} where p.id = $2`)
const ofLot = statement(
  'list_problems',
  problem,
  `${select} where p.lot_id = $2 and ($3::text is null or p.status::text = $3)
     and ($4::timestamptz is null or (p.created_at, p.id) < ($4, $5::uuid))
   order by p.created_at desc, p.id desc limit $6`,
)
const ofPerson = statement(
  'list_problems_of_person',
  problem,
  `${select} where p.user_id = $2 and ($3::uuid is null or p.reservation_id = $3)
   order by p.created_at desc, p.id desc limit 50`,
)

export async function findProblem(
  db: Queryable,
  problem_id: string,
  now: Date,
): Promise<ProblemRow | undefined> {
  return (await queryPrepared(db, found, [now.toISOString(), problem_id]))[0]
}

/** Returns a page of the problems of a lot, newest first. */
export async function listProblems(
  db: Queryable,
  of: {
    lot_id: string
    status: ProblemStatus | null
    cursor: string | undefined
    limit: number
    now: Date
  },
) {
  const after = decodeCursor(of.cursor, ['instant', 'uuid'])
  const values = [of.now.toISOString(), of.lot_id, of.status, after?.[0] ?? null, after?.[1] ?? null]
  const rows = await queryPrepared(db, ofLot, [...values, of.limit + 1])
  const page = pageOf(rows, of.limit, ({ created_at, id }) => [created_at, id])
  return { ...page, items: page.items.map(toStaffProblem) }
}

/** Returns the newest problems that a person reported. */
export async function listProblemsOf(
  db: Queryable,
  of: { user_id: string; reservation_id: string | null; now: Date },
) {
  const rows = await queryPrepared(db, ofPerson, [of.now.toISOString(), of.user_id, of.reservation_id])
  return rows.map(toFacts)
}

export function toStaffProblem(row: ProblemRow): StaffProblem {
  return { ...row, reporter_name: row.reporter_name ?? '' }
}

/** Returns what the reporter may know: the plate as they reported it, and nobody's name. */
export function toFacts(row: ProblemRow): Omit<Problem, 'choices' | 'is_for_staff'> {
  const [reported = row] = row.previous_plates
  return {
    id: row.id,
    lot_id: row.lot_id,
    lot_name: row.lot_name,
    time_zone: row.time_zone,
    kind: row.kind,
    text: row.text,
    other_plate: reported.other_plate,
    other_region: reported.other_region,
    photos: row.photos,
    status: row.status,
    resolution: row.resolution,
    answer: row.answer,
    reservation_id: row.reservation_id,
    spot_label: row.spot_label,
    moved_to_label: row.moved_to_label,
    moved_reservation_id: row.moved_reservation_id,
    created_at: row.created_at,
    resolved_at: row.resolved_at,
  }
}

const party = statement(
  'find_party_of_reservation',
  { party: text<'DRIVER' | 'HOST'>() },
  `select case when r.user_id = $3::uuid then 'DRIVER' else 'HOST' end as party
   from reservations r join spots s on s.id = r.spot_id and s.lot_id = r.lot_id
   where r.id = $1::uuid and r.lot_id = $2::uuid and (r.user_id = $3 or ${hostOf} = $3)`,
)

/** Returns whether a person is the driver or the host of a reservation of a lot. Undefined if neither. */
export async function findPartyOf(
  db: Queryable,
  of: { reservation_id: string; user_id: string; lot_id: string },
): Promise<'DRIVER' | 'HOST' | undefined> {
  return (await queryPrepared(db, party, [of.reservation_id, of.lot_id, of.user_id]))[0]?.party
}

/** Inserts a problem, unless its reporter has an open one of the kind about the reservation. Returns the ID of that or this. */
export async function insertProblem(
  tx: Tx,
  row: Insertable<DB['problems']> & { id: string },
): Promise<string> {
  const written = await tx
    .insertInto('problems')
    .values(row)
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (written) return written.id
  const { id } = await tx
    .selectFrom('problems')
    .select('id')
    .where('reservation_id', '=', row.reservation_id ?? '')
    .where('kind', '=', row.kind)
    .where('user_id', '=', row.user_id)
    .where('status', '=', 'OPEN')
    .executeTakeFirstOrThrow()
  return id
}

/** Locks a problem. Its ID comes from an authorized request, so it exists. */
export const lockProblem = (tx: Tx, problem_id: string) =>
  tx.selectFrom('problems').selectAll().where('id', '=', problem_id).forUpdate().executeTakeFirstOrThrow()

export async function updateProblem(
  tx: Tx,
  problem_id: string,
  set: Updateable<DB['problems']>,
): Promise<void> {
  await tx.updateTable('problems').set(set).where('id', '=', problem_id).execute()
}

export async function insertPreviousPlate(tx: Tx, row: Insertable<DB['problem_plates']>): Promise<void> {
  await tx.insertInto('problem_plates').values(row).execute()
}

/** Returns how often since an instant a person moved or was refunded without the staff. */
export async function countOwnResolutions(db: Db, user_id: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('problems')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', user_id)
    .where('created_at', '>', since.toISOString())
    .where('resolution', 'in', ['MOVED', 'REFUNDED'])
    .whereRef('resolved_by_user_id', '=', 'user_id')
    .executeTakeFirstOrThrow()
  return count
}

/** Returns the admins and patrollers of a lot to notify of a new problem, without its reporter. */
export const listProblemStaff = (tx: Tx, lot_id: string, reporter_id: string) =>
  tx
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.email', 'u.language', 'm.role'])
    .where('m.lot_id', '=', lot_id)
    .where('m.role', 'in', ['PATROLLER', 'ADMIN', 'SUPER_ADMIN'])
    .where('m.status', '=', 'ACTIVE')
    .where('u.account_status', '=', 'ACTIVE')
    .where('u.id', '!=', reporter_id)
    .execute()

/** Returns the email address and language of a person. */
export const getReporter = (tx: Tx, user_id: string) =>
  tx
    .selectFrom('users')
    .select(['email', 'contact_email', 'language'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()

/** Returns until how many minutes after its start a taken spot is refunded in full in a lot. */
export async function getFullRefundMinutes(db: Db, lot_id: string): Promise<number> {
  const lot = await db
    .selectFrom('lots')
    .select('problem_full_refund_minutes')
    .where('id', '=', lot_id)
    .executeTakeFirstOrThrow()
  return lot.problem_full_refund_minutes
}

const refunded = statement(
  'refund_moved_reservation',
  { done: 'boolean' },
  `select refund_reservation($1, $2, $3, $4, $5, $6, false, 0) is null as done`,
)

/** Requests the refund of what a reservation costs less on another spot. Locks the reservation and its invoices. */
export async function refundMove(
  tx: Tx,
  now: Date,
  of: { lot_id: string; reservation_id: string; refund_cents: number; reason: string; user_id: string },
): Promise<void> {
  await tx
    .selectFrom('reservations')
    .select('id')
    .where('id', '=', of.reservation_id)
    .where('lot_id', '=', of.lot_id)
    .forNoKeyUpdate()
    .execute()
  const values = [now.toISOString(), of.lot_id, of.reservation_id, of.refund_cents, of.reason, of.user_id]
  await queryPrepared(tx, refunded, values)
}
