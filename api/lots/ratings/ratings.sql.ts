import type { Rating, ReportedRating, StaffRating } from '@openspot/contract/lots/ratings.ts'
import { RATING_DAYS } from '@openspot/core/lots/ratings.ts'
import { type Queryable, queryPrepared, type Tx } from '@openspot/db/database.ts'
import { json, statement } from '@openspot/db/rows.ts'
import pg from 'pg'
import { refuse } from '../../errors.ts'

/** Where a page of ratings begins: the last row before it. */
export type After = [created_at: string, id: string] | null

/** Nothing but a first name and an initial. Erased people have neither. */
const author = `case when u.account_status = 'DELETED' then null
  else nullif(trim(concat_ws(' ', u.first_name, left(u.last_name, 1) || '.')), '') end as author`
const ratingShape = {
  id: 'uuid',
  stars: 'smallint',
  text: 'text?',
  author: 'text?',
  created_at: 'timestamptz',
  reply: 'text?',
  replied_at: 'timestamptz?',
} as const
const ratingColumns = `r.id, r.stars, r.text, ${author}, r.created_at, r.reply, r.replied_at`
const staffShape = {
  ...ratingShape,
  reservation_id: 'uuid',
  hidden_at: 'timestamptz?',
  hidden_reason: 'text?',
} as const
const staffColumns = `${ratingColumns}, r.reservation_id, r.hidden_at, r.hidden_reason`
const newestFirst = (after: number) =>
  `($${after}::timestamptz is null or (r.created_at, r.id) < ($${after}, $${after + 1}::uuid))`

const ratings = statement(
  'list_ratings',
  ratingShape,
  `select ${ratingColumns} from ratings r join users u on u.id = r.user_id
   where r.lot_id = $1::uuid and r.hidden_at is null and ${newestFirst(3)}
   order by r.created_at desc, r.id desc limit $2::int`,
)

/** Returns one rating more than the limit, so that the caller knows whether there are others. */
export const listRatings = (db: Queryable, lot_id: string, limit: number, after: After): Promise<Rating[]> =>
  queryPrepared(db, ratings, [lot_id, limit + 1, after?.[0] ?? null, after?.[1] ?? null])

const staffRatings = statement(
  'list_staff_ratings',
  staffShape,
  `select ${staffColumns} from ratings r join users u on u.id = r.user_id
   where r.lot_id = $1::uuid and ${newestFirst(3)} order by r.created_at desc, r.id desc limit $2::int`,
)

export const listStaffRatings = (
  db: Queryable,
  lot_id: string,
  limit: number,
  after: After,
): Promise<StaffRating[]> =>
  queryPrepared(db, staffRatings, [lot_id, limit + 1, after?.[0] ?? null, after?.[1] ?? null])

const ofReservation = statement(
  'find_rating_of_reservation',
  ratingShape,
  `select ${ratingColumns} from ratings r join users u on u.id = r.user_id where r.reservation_id = $1::uuid`,
)

export const findRatingOf = async (db: Queryable, reservation_id: string): Promise<Rating | null> =>
  (await queryPrepared(db, ofReservation, [reservation_id]))[0] ?? null

const ratable = statement(
  'find_rate_until',
  { rate_until: 'timestamptz' },
  `select r.ends_at + interval '${RATING_DAYS} days' as rate_until from reservations r
   where r.id = $1::uuid and r.status = 'ACTIVE' and r.confirmed_at is not null and r.ends_at <= $2::timestamptz
     and r.ends_at > $2 - interval '${RATING_DAYS} days'`,
)

/** Returns until when a reservation can be rated, or null if it can't. */
export const findRateUntil = async (
  db: Queryable,
  reservation_id: string,
  now: Date,
): Promise<string | null> =>
  (await queryPrepared(db, ratable, [reservation_id, now.toISOString()]))[0]?.rate_until ?? null

export interface NewRating {
  id: string
  lot_id: string
  reservation_id: string
  user_id: string
  stars: number
  text: string | null
  created_at: string
}

/** Inserts a rating. Throws `already_rated`, or `rating_not_possible` if the reservation can't be rated (now). */
export async function insertRating(tx: Tx, rating: NewRating): Promise<void> {
  try {
    await tx.insertInto('ratings').values(rating).execute()
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === 'OS062') refuse('rating_not_possible')
    if (error instanceof pg.DatabaseError && error.constraint === 'ratings_reservation')
      refuse('already_rated')
    throw error
  }
}

/** Sets or removes the reply of the lot. Returns the previous one, or undefined if the lot has no such rating. */
export async function setReply(
  tx: Tx,
  of: { lot_id: string; rating_id: string; reply: string | null; user_id: string; now: Date },
): Promise<{ reply: string | null } | undefined> {
  const before = await tx
    .selectFrom('ratings')
    .select('reply')
    .where('lot_id', '=', of.lot_id)
    .where('id', '=', of.rating_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!before) return undefined
  const replied =
    of.reply === null
      ? { replied_at: null, replied_by_user_id: null }
      : { replied_at: of.now.toISOString(), replied_by_user_id: of.user_id }
  await tx
    .updateTable('ratings')
    .set({ reply: of.reply, ...replied })
    .where('lot_id', '=', of.lot_id)
    .where('id', '=', of.rating_id)
    .execute()
  return before
}

const staffRating = statement(
  'get_staff_rating',
  staffShape,
  `select ${staffColumns} from ratings r join users u on u.id = r.user_id where r.id = $1::uuid`,
)

export async function getStaffRating(db: Queryable, rating_id: string): Promise<StaffRating> {
  const [row] = await queryPrepared(db, staffRating, [rating_id])
  if (!row) throw new Error(`Rating ${rating_id} is gone.`)
  return row
}

const report = statement(
  'report_rating',
  { lot_id: 'uuid' },
  `with shown as (select r.id, r.lot_id from ratings r where r.id = $1::uuid and r.hidden_at is null),
     reported as (insert into rating_reports (rating_id, lot_id, user_id, reason, created_at)
       select s.id, s.lot_id, $2::uuid, $3::text, $4::timestamptz from shown s on conflict do nothing)
   select s.lot_id from shown s`,
)

/** Reports a rating once for each person. Returns false if there is no such rating that is shown. */
export const insertReport = async (
  tx: Tx,
  of: { rating_id: string; user_id: string; reason: string; now: Date },
): Promise<boolean> =>
  (await queryPrepared(tx, report, [of.rating_id, of.user_id, of.reason, of.now.toISOString()])).length > 0

const reportedShape = {
  ...staffShape,
  lot_id: 'uuid',
  lot_name: 'text',
  reports: json<ReportedRating['reports']>(),
} as const
const openReports = `from rating_reports p where p.rating_id = r.id and p.decided_at is null`
const reportedColumns = `${staffColumns}, r.lot_id, l.name as lot_name,
  (select coalesce(jsonb_agg(jsonb_build_object('reason', p.reason, 'created_at', to_char(p.created_at at time zone 'UTC',
    'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by p.created_at), '[]') ${openReports}) as reports
  from ratings r join users u on u.id = r.user_id join lots l on l.id = r.lot_id`

const reportedRatings = statement(
  'list_reported_ratings',
  reportedShape,
  `select ${reportedColumns}
   where case when $1::boolean then r.hidden_at is not null else r.id in (
       select p.rating_id from rating_reports p where p.decided_at is null) end and ${newestFirst(3)}
   order by r.created_at desc, r.id desc limit $2::int`,
)

export const listReported = (
  db: Queryable,
  is_hidden: boolean,
  limit: number,
  after: After,
): Promise<ReportedRating[]> =>
  queryPrepared(db, reportedRatings, [is_hidden, limit + 1, after?.[0] ?? null, after?.[1] ?? null])

const reportedRating = statement(
  'get_reported_rating',
  reportedShape,
  `select ${reportedColumns} where r.id = $1::uuid`,
)

export const findReported = async (db: Queryable, rating_id: string): Promise<ReportedRating | undefined> =>
  (await queryPrepared(db, reportedRating, [rating_id]))[0]

/** Locks a rating until the transaction ends. Returns its lot and whether it is hidden, or undefined. */
export const lockRating = (tx: Tx, rating_id: string) =>
  tx
    .selectFrom('ratings')
    .select(['lot_id', 'hidden_at'])
    .where('id', '=', rating_id)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Hides a rating (null: shows it) and settles its open reports. */
export async function decideRating(
  tx: Tx,
  rating_id: string,
  hidden: { reason: string; user_id: string } | null,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('ratings')
    .set({
      hidden_at: hidden && now.toISOString(),
      hidden_reason: hidden && hidden.reason,
      hidden_by_user_id: hidden && hidden.user_id,
    })
    .where('id', '=', rating_id)
    .execute()
  await tx
    .updateTable('rating_reports')
    .set({ decided_at: now.toISOString() })
    .where('rating_id', '=', rating_id)
    .where('decided_at', 'is', null)
    .execute()
}
