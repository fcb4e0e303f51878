import { queryPrepared, type Tx } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type { DB } from '@openspot/db/types.ts'
import { type Insertable, sql } from 'kysely'

export async function insertResidents(tx: Tx, rows: readonly Insertable<DB['residents']>[]): Promise<void> {
  if (rows.length > 0)
    await tx
      .insertInto('residents')
      .values([...rows])
      .execute()
}

/** Offers memberships to people who have none in the lot. */
export async function insertMemberships(
  tx: Tx,
  rows: readonly { id: string; lot_id: string; user_id: string; group_id: string | null }[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return
  const at = now.toISOString()
  const offered = {
    role: 'MEMBER',
    status: 'PENDING',
    source: 'IMPORT',
    created_at: at,
    changed_at: at,
  } as const
  await tx
    .insertInto('memberships')
    .values(rows.map((row) => ({ ...row, ...offered })))
    .execute()
}

const groups = statement(
  'lock_groups_of_residents',
  { id: 'uuid', name: 'text', key: 'text' },
  `select id, name, lower(name) as key from groups where lot_id = $1 and lower(name) = any(select lower(x) from unnest($2::text[]) x)
     and deleted_at is null for share`,
)

/** Returns the groups with these names, by the names in lower case, and locks them against deletion. */
export async function lockGroups(
  tx: Tx,
  lot_id: string,
  names: readonly string[],
): Promise<Map<string, { id: string; name: string }>> {
  if (names.length === 0) return new Map()
  const rows = await queryPrepared(tx, groups, [lot_id, names])
  return new Map(rows.map(({ key, ...group }) => [key, group]))
}

const spots = statement(
  'find_free_spots_of_residents',
  { id: 'uuid', label: 'text' },
  `select s.id, s.label from spots s where s.lot_id = $1 and s.deleted_at is null
     and lower(s.label) = any(select lower(x) from unnest($2::text[]) x)
     and s.assigned_user_id is null and s.assigned_group_id is null order by s.id`,
)

/** Returns the spots with these labels that nobody is assigned to. */
export const listFreeSpots = async (tx: Tx, lot_id: string, labels: readonly string[]) =>
  labels.length === 0 ? [] : queryPrepared(tx, spots, [lot_id, labels])

/** Records that residents were seen, or how many complete pulls in a row did not contain them. */
export async function touchResidents(
  tx: Tx,
  rows: readonly { resident_id: string; missed_pulls: number }[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update residents r set missed_pulls = x.missed_pulls,
      last_seen_at = case when x.missed_pulls = 0 then ${now.toISOString()}::timestamptz else r.last_seen_at end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (resident_id uuid, missed_pulls integer)
    where r.id = x.resident_id`.execute(tx)
}

const memberships = statement(
  'lock_memberships_of_residents',
  { id: 'uuid', user_id: 'uuid', status: 'memberships.status' },
  `select id, user_id, status from memberships where lot_id = $1 and user_id = any($2::uuid[]) order by id for no key update`,
)

/** Returns the memberships of people, by their users, and locks them. */
export async function listMembershipsOf(tx: Tx, lot_id: string, user_ids: readonly string[]) {
  const rows = await queryPrepared(tx, memberships, [lot_id, user_ids])
  return new Map(rows.map((row) => [row.user_id, row]))
}

/** Takes back offers of memberships. */
export async function deleteMemberships(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await sql`update memberships set status = 'DELETED', group_id = null, changed_at = ${now.toISOString()} where id = any(${ids}::uuid[])`.execute(
    tx,
  )
}

export async function deleteResidents(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`delete from residents where id = any(${ids}::uuid[])`.execute(tx)
}

/** Revokes the open invites of people into a lot. What was not sent yet is not sent, because its link no longer works. */
export async function dropInvitesTo(
  tx: Tx,
  lot_id: string,
  user_ids: readonly string[],
  now: Date,
): Promise<void> {
  const at = now.toISOString()
  await sql`
    update invites i set revoked_at = ${at} from users u
    where i.lot_id = ${lot_id} and u.id = any(${user_ids}::uuid[]) and (i.email = u.email or i.phone = u.phone)
      and i.revoked_at is null and i.declined_at is null and i.uses < i.max_uses`.execute(tx)
  await sql`
    delete from emails e using users u where u.id = any(${user_ids}::uuid[]) and e.to_address = u.email and e.lot_id = ${lot_id}
      and e.kind = 'invite' and e.state in ('WAITING', 'FAILED')`.execute(tx)
  await sql`
    delete from texts x using users u where u.id = any(${user_ids}::uuid[]) and x.to_phone = u.phone and x.lot_id = ${lot_id}
      and x.kind = 'invite' and x.state = 'WAITING'`.execute(tx)
}

const forgotten = statement(
  'forget_untouched_ghosts',
  { id: 'uuid!' },
  `select id from forget_untouched_ghosts($1, $2::uuid[], $3::timestamptz) id`,
)

/** Erases people whom an import created and of whom nothing else is known. Returns those who were erased. */
export async function forgetUntouchedGhosts(
  tx: Tx,
  lot_id: string,
  user_ids: readonly string[],
  now: Date,
): Promise<Set<string>> {
  const rows = await queryPrepared(tx, forgotten, [lot_id, user_ids, now.toISOString()])
  return new Set(rows.map(({ id }) => id))
}
