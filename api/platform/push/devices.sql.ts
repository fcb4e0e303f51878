import type { PushDeviceKind } from '@openspot/core/notifications/enums.ts'
import { MAX_PUSH_DEVICES } from '@openspot/core/notifications/limits.ts'
import type { Db, Tx } from '@openspot/db/database.ts'
import { sql } from 'kysely'

export interface NewDevice {
  user_id: string
  session_id: string
  kind: PushDeviceKind
  push_token: string
  device_public_key: string | null
  auth_secret: string | null
  name: string | null
  expires_at: string | null
}

/**
 * Saves a device for the person who is signed in on it, also if someone else was before. Removes the oldest of their
 * devices beyond the limit. Returns its ID.
 */
export async function saveDevice(tx: Tx, device: NewDevice, now: Date): Promise<string> {
  const { push_token: _, ...columns } = device
  const { id } = await tx
    .insertInto('push_devices')
    .values({ ...device, created_at: now.toISOString() })
    .onConflict((on) =>
      on.column('push_token').doUpdateSet({ ...columns, created_at: now.toISOString(), failures: 0 }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    delete from push_devices where id in (
      select id from push_devices where user_id = ${device.user_id} order by created_at desc, id desc offset ${MAX_PUSH_DEVICES})`.execute(
    tx,
  )
  return id
}

/** Returns a person's devices that are still signed in, newest first. */
export function listDevices(db: Db, user_id: string, now: Date) {
  return db
    .selectFrom('push_devices as d')
    .innerJoin('sessions as s', 's.id', 'd.session_id')
    .select([
      'd.id',
      'd.kind',
      'd.name',
      'd.created_at',
      'd.last_sent_at',
      'd.failures',
      'd.session_id',
      's.user_agent',
    ])
    .where('d.user_id', '=', user_id)
    .where('s.revoked_at', 'is', null)
    .where('s.expires_at', '>', now.toISOString())
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc')
    .execute()
}

/** Removes a device of a person. Returns whether there was one. */
export async function deleteDevice(db: Db, user_id: string, device_id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('push_devices')
    .where('id', '=', device_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function setDeviceReached(db: Db, device_id: string, now: Date): Promise<void> {
  await db
    .updateTable('push_devices')
    .set({ last_sent_at: now.toISOString(), failures: 0 })
    .where('id', '=', device_id)
    .execute()
}

export async function setDeviceFailed(db: Db, device_id: string): Promise<void> {
  await db
    .updateTable('push_devices')
    .set((eb) => ({ failures: eb('failures', '+', 1) }))
    .where('id', '=', device_id)
    .execute()
}
