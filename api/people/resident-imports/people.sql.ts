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

const known = statement(
  'find_person_of_resident',
  { id: 'uuid' },
  // An email address is one person's. A phone number counts if it was proven; otherwise it may be shared, so the name must be the same.
  `select id from users where account_status in ('ACTIVE', 'GHOST') and (email = $1 or contact_email = $1 and contact_verified_at is not null
       or phone = $2 and (phone_verified_at is not null
         or account_status = 'GHOST' and (lower(first_name), lower(last_name)) is not distinct from (lower($3), lower($4))))
     and not exists (select from residents r where r.data_source_id = $5 and r.user_id = users.id)
     order by email = $1 desc nulls last, account_status = 'ACTIVE' desc, created_at limit 1`,
)

/**
 * Returns the person whom a data source describes, who is never another resident of the same source. Someone unknown becomes a GHOST, which is claimed by proving the email
 * address or phone number.
 */
export async function findOrMakeResidentPerson(
  tx: Tx,
  ports: Pick<Ports, 'id' | 'now'>,
  of: DescribedPerson,
  data_source_id: string,
): Promise<{ user_id: string; is_new: boolean }> {
  const { email, phone, first_name, last_name } = of
  const [found] = await queryPrepared(tx, known, [email, phone, first_name, last_name, data_source_id])
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

/** Changes a GHOST that an import created. An address that is someone else's is left out. */
export async function updateImportedGhost(tx: Tx, user_id: string, of: DescribedPerson): Promise<void> {
  const { email, phone, first_name, last_name } = of
  await sql`
    update users set phone = coalesce(${phone}, phone), first_name = coalesce(${first_name}, first_name),
      last_name = coalesce(${last_name}, last_name),
      email = case when exists (select from users o where o.email = ${email} and o.id <> users.id and o.account_status <> 'DELETED') then email
        else coalesce(${email}, email) end
    where id = ${user_id} and account_status = 'GHOST' and source = 'DATA_SOURCE_IMPORT'`.execute(tx)
}

const vehicle = statement(
  'insert_vehicle_of_resident',
  { id: 'uuid' },
  `insert into cars (id, user_id, plate, plate_normalized, region, make, model, color, created_at)
     select $1, u.id, $3, $4, $5, $6, $7, $8, $9::timestamptz from users u
     where u.id = $2 and u.account_status = 'GHOST' and u.source = 'DATA_SOURCE_IMPORT'
       and (select count(*) from cars c where c.user_id = u.id and c.deleted_at is null) < 10
     on conflict do nothing returning id`,
)

/** Adds vehicles of a GHOST that an import created; others enter their own. Returns the ids of those that are new. */
export async function addVehicles(
  tx: Tx,
  ports: Pick<Ports, 'id' | 'now'>,
  user_id: string,
  vehicles: readonly (VendorVehicle & { plate_normalized: string })[],
): Promise<string[]> {
  const made: string[] = []
  for (const { plate, plate_normalized, region, make, model, color } of vehicles) {
    const at = ports.now().toISOString()
    const of = [
      ports.id(),
      user_id,
      plate.slice(0, 20),
      plate_normalized,
      region ?? '',
      make,
      model,
      color,
      at,
    ]
    made.push(...(await queryPrepared(tx, vehicle, of)).map(({ id }) => id))
  }
  return made
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
