import type { ShiftData } from '@openspot/contract/operations/patrol.ts'
import type { Judgment } from '@openspot/core/patrol/judge.ts'
import { SHIFT_HOURS } from '@openspot/core/patrol/limits.ts'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { isOfAnother } from '@/lib/signed-in-hint.ts'
import type { PatrolAction } from './action.ts'

/** The data of a shift on this device. */
export interface DeviceShift {
  lot_id: string
  user_id: string
  shift_id: string
  /** The device's own clock. */
  started_at: number
  /** How far the server's clock is ahead of the device's, in milliseconds. */
  clock_ahead: number
  as_of: string
  known_until: string
  version: string
  /** Hashes plates. Scripts can use it and can't read it. */
  hash_key: CryptoKey
  data: ShiftData
}

interface Schema extends DBSchema {
  shifts: { key: string; value: DeviceShift }
  actions: { key: string; value: PatrolAction }
}

const NAME = 'openspot-patrol'
/** The cache of the pages and scripts that open without a connection. The service worker reads it. */
export const SHELL_CACHE = 'openspot-patrol'

let opened: Promise<IDBPDatabase<Schema>> | null = null
const database = () => {
  opened ??= openDB<Schema>(NAME, 1, {
    upgrade(db) {
      db.createObjectStore('shifts', { keyPath: 'lot_id' })
      db.createObjectStore('actions', { keyPath: 'id' })
    },
  })
  return opened
}

/** Returns the shift of a lot; deletes it if it is over, or of another person than the one who signed in last. */
export async function readShift(lot_id: string, now: number): Promise<DeviceShift | null> {
  const shift = await (await database()).get('shifts', lot_id)
  if (!shift) return null
  const hours = (now - shift.started_at) / 3_600_000
  if (hours >= 0 && hours < SHIFT_HOURS && !isOfAnother(shift.user_id)) return shift
  await deleteShift(lot_id)
  return null
}
export const listShifts = async (): Promise<DeviceShift[]> =>
  (await (await database()).getAll('shifts')).filter(({ user_id }) => !isOfAnother(user_id))
export async function writeShift(shift: DeviceShift): Promise<void> {
  await (await database()).put('shifts', shift)
}
export async function deleteShift(lot_id: string): Promise<void> {
  await (await database()).delete('shifts', lot_id)
}

/** Returns what is queued, the oldest first. */
export async function listActions(): Promise<PatrolAction[]> {
  const actions = await (await database()).getAll('actions')
  return actions.toSorted((a, b) => a.done_at.localeCompare(b.done_at))
}
/** Queues an action, unless it is queued already: tapping twice does it once. */
export async function addAction(action: PatrolAction): Promise<void> {
  const tx = (await database()).transaction('actions', 'readwrite')
  if ((await tx.store.getKey(action.id)) === undefined) await tx.store.add(action)
  await tx.done
}
/** Replaces an action, unless it was removed meanwhile. What a lookup showed is noted elsewhere and stays. */
export async function writeAction(action: PatrolAction): Promise<void> {
  const tx = (await database()).transaction('actions', 'readwrite')
  const stored = await tx.store.get(action.id)
  const isNoted = stored?.kind === 'LOOKUP' && action.kind === 'LOOKUP'
  if (stored) await tx.store.put(isNoted ? { ...action, shown: stored.shown } : action)
  await tx.done
}
/** Notes what the device showed for a lookup. Returns false if it was answered meanwhile. */
export async function noteShown(id: string, shown: Judgment['result']): Promise<boolean> {
  const tx = (await database()).transaction('actions', 'readwrite')
  const stored = await tx.store.get(id)
  if (stored?.kind === 'LOOKUP') await tx.store.put({ ...stored, shown })
  await tx.done
  return stored !== undefined
}
/** Returns what the device showed for a lookup; null if nothing. */
export async function readShown(id: string): Promise<Judgment['result'] | null> {
  const stored = await (await database()).get('actions', id)
  return stored?.kind === 'LOOKUP' ? stored.shown : null
}
export async function deleteAction(id: string): Promise<void> {
  await (await database()).delete('actions', id)
}

/** Returns how many actions of a person the server doesn't have yet. */
export async function countUnsent(of_user_id: string): Promise<number> {
  return (await listActions()).filter(({ user_id, state }) => user_id === of_user_id && state !== 'SENT')
    .length
}

/** Deletes everything of a person's patrols from this device. What another account recorded waits until that person signs in. */
export async function clearDevice(of_user_id: string | undefined): Promise<void> {
  const db = await database()
  await db.clear('shifts')
  const tx = db.transaction('actions', 'readwrite')
  for (const { id, user_id } of await tx.store.getAll()) if (user_id === of_user_id) await tx.store.delete(id)
  await tx.done
  if ('caches' in globalThis) await caches.delete(SHELL_CACHE)
}
