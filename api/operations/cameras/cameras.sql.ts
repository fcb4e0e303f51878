import { createHash } from 'node:crypto'
import type { Camera } from '@openspot/contract/operations/cameras.ts'
import { type Db, type Queryable, queryPrepared, type Tx } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type { DB } from '@openspot/db/types.ts'
import type { Insertable, Updateable } from 'kysely'
import type pg from 'pg'

/** Returns the hash by which the secret part of a camera's address is stored. */
export const hashCameraToken = (token: string): Buffer => createHash('sha256').update(token).digest()

const listed = statement(
  'list_cameras',
  {
    id: 'uuid',
    lot_id: 'uuid',
    name: 'text',
    kind: 'cameras.kind',
    direction: 'cameras.direction',
    gate_id: 'uuid?',
    gate_name: 'text?',
    silent_hours: 'integer',
    is_active: 'boolean',
    event_at: 'timestamptz?',
    read_at: 'timestamptz?',
    is_silent: 'boolean',
    delay_ms: 'integer?',
    dropped_at: 'timestamptz?',
    failures_today: 'integer',
    reads_today: 'integer',
    previous_until: 'timestamptz?',
    created_at: 'timestamptz',
  },
  `select c.id, c.lot_id, c.name, c.kind, c.direction, c.gate_id, g.name as gate_name, c.silent_hours, c.is_active, c.event_at, c.read_at,
     c.is_active and coalesce(c.event_at, c.created_at) < $2::timestamptz - make_interval(hours => c.silent_hours) as is_silent,
     c.delay_ms, c.dropped_at,
     (select count(*)::int from camera_events e where e.camera_id = c.id and e.outcome = 'MALFORMED'
       and e.received_at > $2::timestamptz - interval '1 day') as failures_today,
     (select count(*)::int from plate_reads r where r.lot_id = c.lot_id and r.camera_id = c.id
       and r.captured_at > $2::timestamptz - interval '1 day') as reads_today,
     case when c.previous_until > $2::timestamptz then c.previous_until end as previous_until, c.created_at
   from cameras c left join gates g on g.id = c.gate_id and g.lot_id = c.lot_id and g.deleted_at is null
   where c.lot_id = $1 and c.deleted_at is null and ($3::uuid is null or c.id = $3) order by lower(c.name)`,
)

/** Returns the cameras of a lot by name, or one of them. */
export const listCameras = (
  db: Queryable,
  of: { lot_id: string; camera_id?: string; now: Date },
): Promise<Camera[]> => queryPrepared(db, listed, [of.lot_id, of.now.toISOString(), of.camera_id ?? null])

export async function countCameras(tx: Tx, lot_id: string): Promise<number> {
  const { count } = await tx
    .selectFrom('cameras')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('lot_id', '=', lot_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertCamera(tx: Tx, camera: Insertable<DB['cameras']>): Promise<void> {
  await tx.insertInto('cameras').values(camera).execute()
}

/** Locks a camera and returns its settings. */
export const lockCamera = (tx: Tx, lot_id: string, camera_id: string) =>
  tx
    .selectFrom('cameras')
    .selectAll()
    .where('lot_id', '=', lot_id)
    .where('id', '=', camera_id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

export async function updateCamera(
  db: Db,
  of: { lot_id: string; camera_id: string },
  set: Updateable<DB['cameras']>,
): Promise<void> {
  await db
    .updateTable('cameras')
    .set(set)
    .where('lot_id', '=', of.lot_id)
    .where('id', '=', of.camera_id)
    .execute()
}

/** Whether a lot has a gate that its cameras can open. */
export async function isGateOfLot(tx: Tx, lot_id: string, gate_id: string): Promise<boolean> {
  const gate = await tx
    .selectFrom('gates')
    .select('id')
    .where('lot_id', '=', lot_id)
    .where('id', '=', gate_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return gate !== undefined
}

const addressed = statement(
  'find_addressed_camera',
  { id: 'uuid', lot_id: 'uuid', is_active: 'boolean' },
  `select c.id, c.lot_id, c.is_active from cameras c where c.token_hash = $1
   union all
   select c.id, c.lot_id, c.is_active from cameras c
     where c.previous_token_hash = $1 and c.previous_until > $2::timestamptz and c.deleted_at is null
   limit 1`,
)

/** Returns the camera with this address, or with this previous one while it is still accepted. */
export const findAddressedCamera = async (pool: pg.Pool, token: string, now: Date) =>
  (await queryPrepared(pool, addressed, [hashCameraToken(token), now.toISOString()]))[0]
