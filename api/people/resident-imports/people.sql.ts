import type { VendorVehicle } from '@openspot/core/residents/vendor-row.ts'
import { queryPrepared, type Tx } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import { sql } from 'kysely'
import type { Ports } from '../../ports.ts'

/** A person as a data source describes them. */
export interface DescribedPerson {
  first_name: string | null
  last_name: string | null
  email: string | null
  phone: string | null
}

/** SQL: whether a user can become a resident of a source. */
const isFree = (source: string) =>
  `users.account_status in ('ACTIVE', 'GHOST')
     and not exists (select from residents r where r.data_source_id = ${source} and r.user_id = users.id)`

/**
 * SQL: whether the phone number of a user tells who they are: it was proven, or, as it may be shared, the name is the same and no
 * stranger has typed another email address beside it.
 */
const countsByPhone = (first_name: string, last_name: string, email: string, source: string) =>
  `(users.phone_verified_at is not null or users.account_status = 'GHOST'
     and (lower(users.first_name), lower(users.last_name)) is not distinct from (lower(${first_name}), lower(${last_name}))
     and may_find_by_phone((select d.lot_id from data_sources d where d.id = ${source}), users.id, users.email, users.contact_email, ${email}))`

const known = statement(
  'find_person_of_resident',
  { id: 'uuid' },
  // An email address is one person's.
  `select id from users where ${isFree('$5')} and id <> all($6::uuid[]) and (email = $1 or contact_email = $1 and contact_verified_at is not null
       or phone = $2 and ${countsByPhone('$3', '$4', '$1', '$5')})
     order by email = $1 desc nulls last, account_status = 'ACTIVE' desc, created_at limit 1`,
)

const unknown = statement(
  'list_unknown_residents',
  { row_no: 'integer!' },
  `select x.row_no from jsonb_to_recordset($1::jsonb) as x (row_no integer, person_id text, email text, phone text, first_name text, last_name text)
   where not exists (select from residents o where o.data_source_id = $2 and o.person_id = x.person_id)
     ${[
       'users.email = x.email',
       'users.contact_email = x.email and users.contact_verified_at is not null',
       `users.phone = x.phone and ${countsByPhone('x.first_name', 'x.last_name', 'x.email', '$2')}`,
     ]
       // Apart, because an index serves each of them, and none serves all.
       .map((is) => `and not exists (select from users where ${isFree('$2')} and ${is})`)
       .join(' ')}`,
)

/** Returns which rows describe people whom nobody knows: for the others, `findOrMakeResidentPerson` has to look. */
export async function listUnknownPeople(
  tx: Tx,
  data_source_id: string,
  rows: readonly (DescribedPerson & { row_no: number; person_id: string })[],
): Promise<Set<number>> {
  const found = await queryPrepared(tx, unknown, [JSON.stringify(rows), data_source_id])
  return new Set(found.map(({ row_no }) => row_no))
}

/** Creates GHOSTs. Returns the ids of those whose address nobody else has; the others were not created. */
export async function insertGhosts(
  tx: Tx,
  people: readonly (DescribedPerson & { id: string })[],
  now: Date,
): Promise<Set<string>> {
  if (people.length === 0) return new Set()
  const created_at = now.toISOString()
  const made = await tx
    .insertInto('users')
    .values(
      people.map(({ id, first_name, last_name, email, phone }) => ({
        id,
        first_name,
        last_name,
        email,
        phone,
        created_at,
        account_status: 'GHOST' as const,
        source: 'DATA_SOURCE_IMPORT' as const,
      })),
    )
    .onConflict((on) => on.doNothing())
    .returning('id')
    .execute()
  return new Set(made.map(({ id }) => id))
}

/**
 * Returns the person whom a data source describes, who is never another resident of the same source. Someone unknown becomes a GHOST, which is claimed by proving the email
 * address or phone number. Staff may have decided that it is none of the people `except`.
 */
export async function findOrMakeResidentPerson(
  tx: Tx,
  ports: Pick<Ports, 'id' | 'now'>,
  of: DescribedPerson,
  data_source_id: string,
  except: readonly string[] = [],
): Promise<{ user_id: string; is_new: boolean }> {
  const { email, phone, first_name, last_name } = of
  const [found] = await queryPrepared(tx, known, [
    email,
    phone,
    first_name,
    last_name,
    data_source_id,
    except,
  ])
  if (found) return { user_id: found.id, is_new: false }
  const ghost = {
    phone,
    first_name,
    last_name,
    account_status: 'GHOST',
    source: 'DATA_SOURCE_IMPORT',
  } as const
  const id = ports.id()
  const created_at = ports.now().toISOString()
  const made = await tx
    .insertInto('users')
    .values({ ...ghost, id, email, created_at })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  // The address belongs to someone else, such as another resident of this source, or to a banned account.
  if (!made)
    await tx
      .insertInto('users')
      .values({ ...ghost, id, email: null, created_at })
      .execute()
  return { user_id: id, is_new: true }
}

/** Returns what undoing an import restores of a GHOST that an import created; undefined for anyone else. */
export function findImportedGhost(tx: Tx, user_id: string) {
  return tx
    .selectFrom('users')
    .select(['email', 'phone', 'first_name', 'last_name'])
    .where('id', '=', user_id)
    .where('account_status', '=', 'GHOST')
    .where('source', '=', 'DATA_SOURCE_IMPORT')
    .forUpdate()
    .executeTakeFirst()
}

const change = statement(
  'update_imported_person',
  { id: 'uuid' },
  `update users set phone = coalesce($4, phone), first_name = coalesce($5, first_name), last_name = coalesce($6, last_name),
     email = case when exists (select from users o where o.email = $3 and o.id <> users.id and o.account_status <> 'DELETED') then email
       else coalesce($3, email) end
   where id = $1 and only_source_knows(id, $2) returning id`,
)

/**
 * Changes a GHOST that an import created and that only its source knows. An address that is someone else's is left out. Returns whether
 * the person was changed.
 */
export async function updateImportedGhost(
  tx: Tx,
  user_id: string,
  data_source_id: string,
  { email, phone, first_name, last_name }: DescribedPerson,
): Promise<boolean> {
  const given = [user_id, data_source_id, email, phone, first_name, last_name]
  return (await queryPrepared(tx, change, given)).length > 0
}

const vehicle = statement(
  'insert_vehicles_of_residents',
  { id: 'uuid', user_id: 'uuid' },
  `insert into cars (id, user_id, plate, plate_normalized, region, make, model, color, created_at)
     select x.id, u.id, x.plate, x.plate_normalized, x.region, x.make, x.model, x.color, $2::timestamptz
     from jsonb_to_recordset($1::jsonb) as x (id uuid, user_id uuid, at integer, plate text, plate_normalized text, region text, make text,
         model text, color text)
       join users u on u.id = x.user_id
     where only_source_knows(u.id, $3)
       and (select count(*) from cars c where c.user_id = u.id and c.deleted_at is null) + x.at < 10
     on conflict do nothing returning id, user_id`,
)

/** Adds vehicles of GHOSTs that only this source knows; others enter their own. Returns those that are new. */
export async function addVehicles(
  tx: Tx,
  ports: Pick<Ports, 'id' | 'now'>,
  data_source_id: string,
  owners: readonly {
    user_id: string
    vehicles: readonly (VendorVehicle & { plate_normalized: string })[]
  }[],
): Promise<{ id: string; user_id: string }[]> {
  const rows = owners.flatMap(({ user_id, vehicles }) =>
    vehicles.map((one, at) => ({
      ...one,
      id: ports.id(),
      user_id,
      at,
      plate: one.plate.slice(0, 20),
      region: one.region ?? '',
    })),
  )
  if (rows.length === 0) return []
  return queryPrepared(tx, vehicle, [JSON.stringify(rows), ports.now().toISOString(), data_source_id])
}

export async function removeVehicles(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('cars')
    .set({ deleted_at: now.toISOString() })
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
}

const unused = statement(
  'is_unused_ghost',
  { is: 'boolean' },
  `select u.account_status = 'GHOST' and u.source = 'DATA_SOURCE_IMPORT' and u.email_verified_at is null
     and not exists (select from reservations r where r.user_id = u.id) and not exists (select from residents r where r.user_id = u.id)
     and not exists (select from memberships m where m.user_id = u.id and m.status <> 'DELETED')
     and not exists (select from sessions s where s.user_id = u.id) as is
   from users u where u.id = $1`,
)

/** Erases a GHOST that an import created, unless anything else refers to them by now. */
export async function forgetUnusedGhost(tx: Tx, user_id: string, now: Date): Promise<void> {
  const [row] = await queryPrepared(tx, unused, [user_id])
  if (row?.is) await sql`select forget_person(${user_id}, ${now.toISOString()}::timestamptz)`.execute(tx)
}
