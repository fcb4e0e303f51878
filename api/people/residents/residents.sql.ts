import type { ResidentGrouping } from '@openspot/core/residents/enums.ts'
import { type Db, queryPrepared, type Tx } from '@openspot/db/database.ts'
import { json, orNull, type RowOf, statement } from '@openspot/db/rows.ts'
import type { DB } from '@openspot/db/types.ts'
import type { Insertable, Updateable } from 'kysely'

/** A move to another unit on a later day. */
interface NextUnit {
  unit_id: string | null
  unit: string | null
  building: string | null
  on: string
}

const resident = {
  id: 'uuid',
  lot_id: 'uuid',
  data_source_id: 'uuid',
  user_id: 'uuid?',
  email: 'text?',
  phone: 'text?',
  first_name: 'text?',
  last_name: 'text?',
  unit_id: 'text?',
  unit: 'text?',
  building: 'text?',
  spots: 'text[]',
  access_from: 'date?',
  access_until: 'date?',
  next_unit: orNull(json<NextUnit>()),
  group_id: 'uuid?',
  invited_at: 'timestamptz?',
  started_at: 'timestamptz?',
  ended_at: 'timestamptz?',
  removed_at: 'timestamptz?',
  opted_out_at: 'timestamptz?',
  time_zone: 'text',
  grouping: 'data_sources.grouping',
  rule_set_id: 'uuid?',
  sends_invites: 'boolean',
  connected_by_user_id: 'uuid',
  data_source_name: 'text',
  is_archived: 'boolean',
} as const
export type ResidentRow = RowOf<typeof resident> & { grouping: ResidentGrouping }

const locked = statement(
  'lock_resident',
  resident,
  `select r.id, r.lot_id, r.data_source_id, r.user_id, r.email, r.phone, r.first_name, r.last_name, r.unit_id, r.unit, r.building, r.spots,
     r.access_from, r.access_until, r.next_unit, r.group_id, r.invited_at, r.started_at, r.ended_at, r.removed_at, r.opted_out_at, l.time_zone,
     d.grouping, d.rule_set_id, d.sends_invites, d.created_by_user_id as connected_by_user_id, d.name as data_source_name,
     d.integration_status = 'ARCHIVED' as is_archived
   from residents r join data_sources d on d.id = r.data_source_id and d.lot_id = r.lot_id join lots l on l.id = r.lot_id
   where r.id = $1 for update of r`,
)

/** Locks a resident until the transaction ends and returns them with the settings of their data source. */
export async function lockResident(tx: Tx, id: string): Promise<ResidentRow | undefined> {
  return (await queryPrepared(tx, locked, [id]))[0]
}

export async function insertResident(tx: Tx, row: Insertable<DB['residents']>): Promise<void> {
  await tx.insertInto('residents').values(row).execute()
}

export async function updateResident(tx: Tx, id: string, patch: Updateable<DB['residents']>): Promise<void> {
  await tx.updateTable('residents').set(patch).where('id', '=', id).execute()
}

export async function deleteResident(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('residents').where('id', '=', id).execute()
}

/** Returns a whole row as it is stored, to be restored when an import is undone. */
export function findStoredResident(tx: Tx, id: string) {
  return tx.selectFrom('residents').selectAll().where('id', '=', id).executeTakeFirst()
}

const due = statement(
  'list_due_residents',
  { id: 'uuid', lot_id: 'uuid' },
  // By the earliest clock on earth; who is not due yet by the clock of the lot is left as it is.
  `select id, lot_id from residents where due_on <= ($1::timestamptz + interval '14 hours')::date order by due_on, id limit 500`,
)

/** Returns the residents for whom something may be due, at most 500. */
export const listDueResidents = (db: Db, now: Date) => queryPrepared(db, due, [now.toISOString()])

const elsewhere = statement(
  'is_resident_elsewhere',
  { is: 'boolean' },
  `select exists (select from residents r where r.lot_id = $1 and r.user_id = $2 and r.id <> $3 and r.access_from <= $4::date
     and (r.access_until is null or r.access_until >= $4::date) and r.started_at is not null and r.ended_at is null) as is`,
)

/** Returns whether another data source, or another row of this one, says that the person lives there today. */
export async function livesThereToo(
  tx: Tx,
  of: { id: string; lot_id: string; user_id: string },
  today: string,
): Promise<boolean> {
  const rows = await queryPrepared(tx, elsewhere, [of.lot_id, of.user_id, of.id, today])
  return rows[0]?.is ?? false
}

/** Returns when a membership was last changed. */
export async function getMembershipChange(tx: Tx, id: string): Promise<string> {
  const rows = tx.selectFrom('memberships').select('changed_at').where('id', '=', id)
  return (await rows.executeTakeFirstOrThrow()).changed_at
}

const upcoming = statement(
  'count_upcoming_of_resident',
  { count: 'integer' },
  `select count(*)::int as count from reservations where lot_id = $1 and user_id = $2 and status in ('PENDING', 'CHECKOUT', 'ACTIVE')
     and changes_id is null and (ends_at is null or ends_at > $3::timestamptz)`,
)

/** Counts the current and upcoming reservations of a person in a lot. */
export async function countUpcoming(tx: Tx, lot_id: string, user_id: string, now: Date): Promise<number> {
  const rows = await queryPrepared(tx, upcoming, [lot_id, user_id, now.toISOString()])
  return rows[0]?.count ?? 0
}

const residentOf = statement(
  'find_resident_of_row',
  { id: 'uuid' },
  `select r.id from residents r where r.data_source_id = $1 and (r.person_id = $2 or r.user_id = $3)
   order by r.person_id = $2 desc, r.last_seen_at desc limit 1`,
)

/** Returns the resident of a data source with the ID of a row, or the one who is the person that staff chose. */
export async function findResidentOf(
  tx: Tx,
  data_source_id: string,
  { record }: { record: { person_id: string } },
  user_id: string | null,
): Promise<string | null> {
  const rows = await queryPrepared(tx, residentOf, [data_source_id, record.person_id, user_id])
  return rows[0]?.id ?? null
}

/** A resident as the database stores them. */
export type StoredResident = NonNullable<Awaited<ReturnType<typeof findStoredResident>>>

/** Writes back a row as `findStoredResident` returned it. */
export async function restoreResident(tx: Tx, row: StoredResident): Promise<void> {
  const {
    id,
    lot_id: _lot,
    data_source_id: _source,
    first_seen_at: _seen,
    next_unit,
    record,
    ...columns
  } = row
  await tx
    .updateTable('residents')
    .set({
      ...columns,
      next_unit: next_unit === null ? null : JSON.stringify(next_unit),
      record: record === null ? null : JSON.stringify(record),
    })
    .where('id', '=', id)
    .execute()
}
