import type { DataSource } from '@openspot/contract/people/data-sources.ts'
import { type Db, type Queryable, queryPrepared, type Tx } from '@openspot/db/database.ts'
import { json, orNull, type RowOf, statement } from '@openspot/db/rows.ts'
import type { DB } from '@openspot/db/types.ts'
import { type Insertable, sql, type Updateable } from 'kysely'
import type pg from 'pg'

type LeaseMeanings = DataSource['status_meanings']

const listed = {
  id: 'uuid',
  lot_id: 'uuid',
  kind: 'data_sources.kind',
  provider: 'data_sources.provider',
  name: 'text',
  connection: json<Record<string, string>>(),
  has_secrets: 'boolean',
  credential_status: 'data_sources.credential_status',
  credential_message: 'text?',
  checked_at: 'timestamptz?',
  unreachable_since: 'timestamptz?',
  integration_status: 'data_sources.integration_status',
  contact_rule: 'data_sources.contact_rule',
  early_in_days: 'integer',
  late_out_days: 'integer',
  requires_lease_end: 'boolean',
  requires_move_out: 'boolean',
  roommates: 'data_sources.roommates',
  imports_vehicles: 'boolean',
  grouping: 'data_sources.grouping',
  rule_set_id: 'uuid?',
  sends_invites: 'boolean',
  excluded_statuses: 'text[]',
  status_meanings: json<LeaseMeanings>(),
  sync_hours: 'integer',
  file_mapping: orNull(json<Record<string, string>>()),
  next_sync_at: 'timestamptz?',
  resident_count: 'integer',
  properties: json<DataSource['properties']>(),
  last_job: orNull(json<NonNullable<DataSource['last_job']>>()),
  created_at: 'timestamptz',
} as const

const instant = (of: string) => `to_char(${of} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const list = statement(
  'list_data_sources',
  listed,
  `select d.id, d.lot_id, d.kind, d.provider, d.name, d.connection, d.sealed_secrets is not null as has_secrets, d.credential_status,
     d.credential_message, d.checked_at, d.unreachable_since, d.integration_status, d.contact_rule, d.early_in_days, d.late_out_days,
     d.requires_lease_end, d.requires_move_out, d.roommates, d.imports_vehicles, d.grouping, d.rule_set_id, d.sends_invites, d.excluded_statuses,
     d.status_meanings, d.sync_hours, d.file_mapping, d.next_sync_at,
     (select count(*)::int from residents r where r.data_source_id = d.id and r.started_at is not null and r.ended_at is null) as resident_count,
     coalesce((select jsonb_agg(jsonb_build_object('property_id', p.property_id, 'name', p.name, 'address', p.address, 'is_mapped', p.is_mapped,
       'is_listed', p.is_listed, 'pulled_at', ${instant('p.pulled_at')}, 'problem', p.problem) order by lower(p.name), p.property_id)
       from data_source_properties p where p.data_source_id = d.id), '[]') as properties,
     (select jsonb_build_object('id', j.id, 'import_id', j.import_id, 'trigger', j.trigger, 'status', j.status,
       'created_at', ${instant('j.created_at')}, 'started_at', ${instant('j.started_at')}, 'finished_at', ${instant('j.finished_at')})
       from sync_jobs j where j.data_source_id = d.id order by j.created_at desc limit 1) as last_job,
     d.created_at
   from data_sources d where d.lot_id = $1 and ($2::uuid is null or d.id = $2) order by lower(d.name), d.id`,
)

/** Returns the data sources of a lot, or one of them. Secrets are not among their columns. */
export const listDataSources = (
  pool: pg.Pool,
  lot_id: string,
  id: string | null = null,
): Promise<DataSource[]> => queryPrepared(pool, list, [lot_id, id])

const stored = {
  id: 'uuid',
  lot_id: 'uuid',
  kind: 'data_sources.kind',
  provider: 'data_sources.provider',
  name: 'text',
  connection: json<Record<string, string>>(),
  sealed_secrets: 'text?',
  credential_status: 'data_sources.credential_status',
  integration_status: 'data_sources.integration_status',
  checked_at: 'timestamptz?',
  unreachable_since: 'timestamptz?',
  contact_rule: 'data_sources.contact_rule',
  early_in_days: 'integer',
  late_out_days: 'integer',
  requires_lease_end: 'boolean',
  requires_move_out: 'boolean',
  roommates: 'data_sources.roommates',
  imports_vehicles: 'boolean',
  grouping: 'data_sources.grouping',
  rule_set_id: 'uuid?',
  sends_invites: 'boolean',
  excluded_statuses: 'text[]',
  status_meanings: json<LeaseMeanings>(),
  file_mapping: orNull(json<Record<string, string>>()),
  sync_hours: 'integer',
  created_by_user_id: 'uuid',
  time_zone: 'text',
  country: 'text',
  mapped: 'text[]',
} as const
export type StoredDataSource = RowOf<typeof stored>

const storedColumns = `select d.id, d.lot_id, d.kind, d.provider, d.name, d.connection, d.sealed_secrets, d.credential_status, d.integration_status,
     d.checked_at, d.unreachable_since, d.contact_rule, d.early_in_days, d.late_out_days, d.requires_lease_end, d.requires_move_out, d.roommates,
     d.imports_vehicles, d.grouping, d.rule_set_id, d.sends_invites, d.excluded_statuses, d.status_meanings, d.file_mapping, d.sync_hours, d.created_by_user_id,
     l.time_zone, l.country,
     array(select p.property_id from data_source_properties p where p.data_source_id = d.id and p.is_mapped order by p.property_id) as mapped
   from data_sources d join lots l on l.id = d.lot_id where d.id = $1`

const found = statement('find_data_source', stored, storedColumns)
const lockedOne = statement('lock_data_source', stored, `${storedColumns} for no key update of d`)

/** Returns a data source with its sealed secrets. */
export async function findDataSource(db: Queryable, id: string): Promise<StoredDataSource | undefined> {
  return (await queryPrepared(db, found, [id]))[0]
}

/** As `findDataSource`, and locks it until the transaction ends. */
export async function lockDataSource(tx: Tx, id: string): Promise<StoredDataSource | undefined> {
  return (await queryPrepared(tx, lockedOne, [id]))[0]
}

export async function countDataSources(tx: Tx, lot_id: string): Promise<number> {
  const { count } = await tx
    .selectFrom('data_sources')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('lot_id', '=', lot_id)
    .where('integration_status', '<>', 'ARCHIVED')
    .executeTakeFirstOrThrow()
  return count
}

export async function insertDataSource(tx: Tx, row: Insertable<DB['data_sources']>): Promise<void> {
  await tx.insertInto('data_sources').values(row).execute()
}

export async function updateDataSource(
  db: Db,
  id: string,
  patch: Updateable<DB['data_sources']>,
): Promise<void> {
  if (Object.keys(patch).length > 0)
    await db.updateTable('data_sources').set(patch).where('id', '=', id).execute()
}

/** Stores which properties the vendor lists. Those that it no longer lists keep their mapping, in case they return. */
export async function storeProperties(
  tx: Tx,
  { id, lot_id }: { id: string; lot_id: string },
  properties: readonly { property_id: string; name: string; address: string | null; is_active: boolean }[],
): Promise<void> {
  await tx
    .updateTable('data_source_properties')
    .set({ is_listed: false })
    .where('data_source_id', '=', id)
    .execute()
  const active = properties.filter(({ is_active }) => is_active)
  if (active.length === 0) return
  await tx
    .insertInto('data_source_properties')
    .values(
      active.map(({ property_id, name, address }) => ({
        lot_id,
        data_source_id: id,
        property_id,
        name: name.slice(0, 200),
        address: address?.slice(0, 300) ?? null,
      })),
    )
    .onConflict((on) =>
      on.columns(['data_source_id', 'property_id', 'lot_id']).doUpdateSet((eb) => ({
        name: eb.ref('excluded.name'),
        address: eb.ref('excluded.address'),
        is_listed: true,
      })),
    )
    .execute()
}

/** Chooses the properties that belong to the lot. Returns those that the data source does not have. */
export async function mapProperties(tx: Tx, id: string, property_ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .updateTable('data_source_properties')
    .set({ is_mapped: sql<boolean>`property_id = any(${property_ids}::text[])` })
    .where('data_source_id', '=', id)
    .returning('property_id')
    .execute()
  const known = new Set(rows.map(({ property_id }) => property_id))
  return property_ids.filter((one) => !known.has(one))
}

export async function updateProperty(
  db: Db,
  data_source_id: string,
  property_id: string,
  patch: Updateable<DB['data_source_properties']>,
): Promise<void> {
  await db
    .updateTable('data_source_properties')
    .set(patch)
    .where('data_source_id', '=', data_source_id)
    .where('property_id', '=', property_id)
    .execute()
}

const dueSources = statement(
  'list_due_data_sources',
  { id: 'uuid' },
  `select id from data_sources where next_sync_at <= $1::timestamptz order by next_sync_at limit 50`,
)

/** Returns the data sources whose next sync is due. */
export const listDueDataSources = (db: Db, now: Date) => queryPrepared(db, dueSources, [now.toISOString()])

/** Schedules the next sync of a connection that is on, and had none because it could not be read. */
export async function resumeSyncs(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('data_sources')
    .set({ next_sync_at: now.toISOString() })
    .where('id', '=', id)
    .where('kind', '=', 'CONNECTION')
    .where('integration_status', '=', 'ENABLED')
    .where('credential_status', '=', 'VERIFIED')
    .where('next_sync_at', 'is', null)
    .execute()
}

const unchecked = statement(
  'list_unchecked_data_sources',
  { id: 'uuid' },
  `select id from data_sources where unreachable_since is not null and integration_status <> 'ARCHIVED'
     and credential_status = 'PENDING_CREDENTIAL_VALIDATION' and changed_at <= $1::timestamptz - interval '10 minutes'
   order by unreachable_since limit 20`,
)

/** Returns the data sources whose credentials could not be checked yet because their system did not answer. */
export const listUncheckedDataSources = (db: Db, now: Date) =>
  queryPrepared(db, unchecked, [now.toISOString()])
