import type { ResidentImport } from '@openspot/contract/people/resident-imports.ts'
import type {
  ImportFailure,
  ImportStage,
  MissedFailure,
  SyncTrigger,
} from '@openspot/core/residents/enums.ts'
import { previewDays } from '@openspot/core/residents/limits.ts'
import { type Db, type Queryable, queryPrepared, type Tx } from '@openspot/db/database.ts'
import { json, type RowOf, statement } from '@openspot/db/rows.ts'
import type { DB } from '@openspot/db/types.ts'
import { sql, type Updateable } from 'kysely'
import type pg from 'pg'

const listed = {
  id: 'uuid',
  lot_id: 'uuid',
  data_source_id: 'uuid',
  data_source_name: 'text',
  status: 'resident_imports.status',
  stage: 'resident_imports.stage',
  is_preview: 'boolean',
  is_complete: 'boolean',
  missed_properties: 'text[]',
  missed: json<NonNullable<ResidentImport['missed']>>(),
  warnings: json<ResidentImport['warnings']>(),
  expires_at: 'timestamptz?',
  failure: 'resident_imports.failure',
  failure_text: 'text?',
  rows_read: 'integer',
  rows_checked: 'integer',
  rows_applied: 'integer',
  rows_waiting: 'integer',
  action_counts: json<Record<string, number>>(),
  code_counts: json<Record<string, number>>(),
  can_undo: 'boolean',
  can_apply: 'boolean',
  created_at: 'timestamptz',
  finished_at: 'timestamptz?',
} as const

/** Another import of the same data source. The lot is named because the index of imports begins with it. */
const another = `from resident_imports o where o.lot_id = i.lot_id and o.data_source_id = i.data_source_id`
const hasRows = `exists (select from resident_rows r where r.import_id = i.id)`

/**
 * Only the newest import of a data source can be undone, because a later one has built on it, or has decided about what it
 * wrote; and only while its rows are kept.
 */
const canUndo = `(i.stage = 'DONE' and ${hasRows} and not exists (select ${another}
     and o.created_at > i.created_at and (o.stage in ('APPLYING', 'DONE', 'UNDOING') or o.status = 'IN_PROGRESS')))`

/**
 * A preview that waits can be applied, and a run that was stopped, unless the residents were read again or an import was undone
 * since: an old mistake of a system must not end anybody's access after it was corrected there.
 */
const canApply = `(i.stage = 'PREVIEW' and i.status = 'IN_PROGRESS' or i.failure in ('EMPTY_PULL', 'TOO_MANY_REMOVALS') and ${hasRows}
     and not exists (select ${another} and (o.created_at > i.created_at and (o.stage in ('APPLYING', 'DONE', 'UNDOING')
         or o.status = 'IN_PROGRESS' or o.failure in ('EMPTY_PULL', 'TOO_MANY_REMOVALS'))
       or o.stage in ('UNDOING', 'UNDONE') and o.changed_at > i.changed_at)))`

/** What could not be read, with the names of the properties. */
const missed = `coalesce((select jsonb_agg(m.one || jsonb_build_object('name', coalesce(p.name, m.one ->> 'property_id')) order by m.at)
     from jsonb_array_elements(i.missed) with ordinality m(one, at)
       left join data_source_properties p on p.data_source_id = i.data_source_id and p.lot_id = i.lot_id and p.property_id = m.one ->> 'property_id'), '[]')`

const columns = `i.id, i.lot_id, i.data_source_id, d.name as data_source_name, i.status, i.stage, i.is_preview, i.is_complete,
     i.missed_properties, ${missed} as missed, i.warnings,
     case when i.stage = 'PREVIEW' and i.status = 'IN_PROGRESS' then i.changed_at + ${previewDays} * interval '1 day' end as expires_at,
     i.failure, i.failure_text, i.rows_read, i.rows_checked, i.rows_applied,
     (select count(*)::int from resident_rows r where r.import_id = i.id and r.action = 'REVIEW' and r.decision is null and r.undone_at is null)
       as rows_waiting,
     i.action_counts, i.code_counts, ${canUndo} as can_undo, ${canApply} as can_apply, i.created_at, i.finished_at
   from resident_imports i join data_sources d on d.id = i.data_source_id and d.lot_id = i.lot_id`

const page = statement(
  'list_resident_imports',
  listed,
  `select ${columns} where i.lot_id = $1 and ($2::timestamptz is null or (i.created_at, i.id) < ($2, $3::uuid))
   order by i.created_at desc, i.id desc limit $4`,
)

/** Returns the imports of a lot, newest first, after the one that the cursor names. */
export const listImports = (
  pool: pg.Pool,
  lot_id: string,
  after: readonly [string, string] | null,
  limit: number,
): Promise<ResidentImport[]> =>
  queryPrepared(pool, page, [lot_id, after?.[0] ?? null, after?.[1] ?? null, limit])

const one = statement('find_resident_import', listed, `select ${columns} where i.id = $1`)

export async function findImport(pool: pg.Pool, id: string): Promise<ResidentImport | undefined> {
  return (await queryPrepared(pool, one, [id]))[0]
}

const warned = statement(
  'list_import_warnings',
  { warnings: json<ResidentImport['warnings']>() },
  `select warnings from resident_imports where id = $1`,
)

/** Returns what the vendor said while an import was read. */
export async function listWarnings(db: Db, id: string): Promise<ResidentImport['warnings']> {
  return (await queryPrepared(db, warned, [id]))[0]?.warnings ?? []
}

const work = {
  id: 'uuid',
  lot_id: 'uuid',
  data_source_id: 'uuid',
  status: 'resident_imports.status',
  stage: 'resident_imports.stage',
  failure: 'resident_imports.failure',
  is_preview: 'boolean',
  is_complete: 'boolean',
  file_id: 'uuid?',
  rows_applied: 'integer',
  confirmed_by_user_id: 'uuid?',
  created_at: 'timestamptz',
  can_undo: 'boolean',
  can_apply: 'boolean',
} as const
export type WorkedImport = RowOf<typeof work>

const workColumns = `select i.id, i.lot_id, i.data_source_id, i.status, i.stage, i.failure, i.is_preview, i.is_complete, i.file_id, i.rows_applied,
   i.confirmed_by_user_id, i.created_at, ${canUndo} as can_undo, ${canApply} as can_apply from resident_imports i where i.id = $1`
const worked = statement('find_worked_import', work, workColumns)
const workedLocked = statement('lock_worked_import', work, `${workColumns} for no key update`)

export async function findWorkedImport(db: Queryable, id: string): Promise<WorkedImport | undefined> {
  return (await queryPrepared(db, worked, [id]))[0]
}

/** Locks an import, so that only one process works on it and no decision comes in between. */
export async function lockImport(tx: Tx, id: string): Promise<WorkedImport | undefined> {
  return (await queryPrepared(tx, workedLocked, [id]))[0]
}

/** Adds to the number of applied rows, or subtracts what was undone. */
export async function addApplied(tx: Tx, id: string, rows: number, now: Date): Promise<void> {
  await tx
    .updateTable('resident_imports')
    .set((eb) => ({ rows_applied: eb('rows_applied', '+', rows), changed_at: now.toISOString() }))
    .where('id', '=', id)
    .execute()
}

export async function updateImport(
  db: Db,
  id: string,
  patch: Updateable<DB['resident_imports']>,
): Promise<void> {
  await db.updateTable('resident_imports').set(patch).where('id', '=', id).execute()
}

/** Ends an import that is not applied. Nothing of the lot has changed. */
export async function failImport(
  tx: Tx,
  id: string,
  {
    failure,
    failure_text,
    stage,
  }: { failure: ImportFailure; failure_text: string | null; stage?: ImportStage },
  now: Date,
): Promise<void> {
  const at = now.toISOString()
  await updateImport(tx, id, {
    status: 'FAILURE',
    failure,
    failure_text: failure_text?.slice(0, 1000) ?? null,
    ...(stage === undefined ? {} : { stage }),
    changed_at: at,
    finished_at: at,
  })
  await tx
    .updateTable('sync_jobs')
    .set({ status: 'FAILED', finished_at: at, progress_at: at })
    .where('import_id', '=', id)
    .where('status', 'in', ['NEW', 'PROCESSING'])
    .execute()
}

export interface NewImport {
  id: string
  job_id: string
  lot_id: string
  data_source_id: string
  trigger: SyncTrigger
  is_preview: boolean
  is_complete: boolean
  file_id: string | null
  user_id: string | null
  now: Date
}

/**
 * Inserts an import with its job and queues the work. Returns the import that is open already, if there is one, and
 * whether this one is new. The data source must be locked.
 */
export async function insertImport(tx: Tx, of: NewImport): Promise<{ import_id: string; is_new: boolean }> {
  const at = of.now.toISOString()
  const { lot_id, data_source_id } = of
  const open = await tx
    .selectFrom('resident_imports')
    .select('id')
    .where('data_source_id', '=', data_source_id)
    .where((eb) => eb.or([eb('status', '=', 'IN_PROGRESS'), eb('stage', '=', 'UNDOING')]))
    .executeTakeFirst()
  if (open) return { import_id: open.id, is_new: false }
  await tx
    .insertInto('resident_imports')
    .values({
      id: of.id,
      lot_id,
      data_source_id,
      is_preview: of.is_preview,
      is_complete: of.is_complete,
      file_id: of.file_id,
      created_by_user_id: of.user_id,
      created_at: at,
      changed_at: at,
    })
    .execute()
  await tx
    .insertInto('sync_jobs')
    .values({ id: of.job_id, lot_id, data_source_id, import_id: of.id, trigger: of.trigger, created_at: at })
    .execute()
  await queueImport(tx, of.id)
  return { import_id: of.id, is_new: true }
}

/** Queues the next part of an import. One that is queued already is not queued twice. */
export async function queueImport(db: Db, import_id: string): Promise<void> {
  await sql`select add_job('import_residents', ${JSON.stringify({ import_id })}::json,
    job_key => ${`import ${import_id}`}, max_attempts => 25)`.execute(db)
}

/** A property that an import is done with: how many rows it stored, or why it could not be read. */
export interface ReadProperty {
  property_id: string
  rows: number
  missed: { failure: MissedFailure; text: string } | null
}

/**
 * Queues the reading of the next property of an import behind the jobs that wait already. Until its turn, the import does not count as
 * working, so it is never stuck because others are slow.
 */
export async function queueNextProperty(
  tx: Tx,
  import_id: string,
  read: readonly ReadProperty[],
  now: Date,
): Promise<void> {
  await tx
    .updateTable('sync_jobs')
    .set({ status: 'NEW', progress_at: now.toISOString() })
    .where('import_id', '=', import_id)
    .where('status', '=', 'PROCESSING')
    .execute()
  await sql`select add_job('import_residents', ${JSON.stringify({ import_id, read })}::json,
    job_key => ${`import ${import_id}`}, max_attempts => 25)`.execute(tx)
}

/** Marks the job of an import as working, and that it got further. */
export async function touchJob(db: Db, import_id: string, now: Date): Promise<void> {
  const at = now.toISOString()
  await db
    .updateTable('sync_jobs')
    .set({ status: 'PROCESSING', started_at: sql`coalesce(started_at, ${at}::timestamptz)`, progress_at: at })
    .where('import_id', '=', import_id)
    .where('status', 'in', ['NEW', 'PROCESSING'])
    .execute()
}

export async function finishJob(tx: Tx, import_id: string, now: Date): Promise<void> {
  const at = now.toISOString()
  await tx
    .updateTable('sync_jobs')
    .set({ status: 'SUCCEEDED', finished_at: at, progress_at: at })
    .where('import_id', '=', import_id)
    .where('status', 'in', ['NEW', 'PROCESSING'])
    .execute()
}

const stuck = statement(
  'list_stuck_sync_jobs',
  { import_id: 'uuid' },
  `select j.import_id from sync_jobs j where j.status = 'PROCESSING' and j.progress_at < $1::timestamptz - interval '30 minutes' limit 50`,
)

/** Returns the imports whose jobs have not got further for half an hour. */
export const listStuckImports = (db: Db, now: Date) => queryPrepared(db, stuck, [now.toISOString()])

const expired = statement(
  'list_expired_previews',
  { import_id: 'uuid' },
  `select id as import_id from resident_imports where stage = 'PREVIEW' and status = 'IN_PROGRESS'
     and changed_at <= $1::timestamptz - $2 * interval '1 day' limit 50`,
)

/** Returns the imports whose preview nobody applied in time. */
export const listExpiredPreviews = (db: Db, now: Date) =>
  queryPrepared(db, expired, [now.toISOString(), previewDays])

const last = statement(
  'get_last_sync',
  { at: 'timestamptz?' },
  `select max(created_at) as at from resident_imports where data_source_id = $1 and file_id is null
     and (stage not in ('DISCARDED') and failure is distinct from 'UNAVAILABLE')`,
)

/** Returns when a data source was last read. */
export async function getLastSync(tx: Tx, data_source_id: string): Promise<string | null> {
  return (await queryPrepared(tx, last, [data_source_id]))[0]?.at ?? null
}
