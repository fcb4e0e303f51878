import { getMeRoute } from '@openspot/contract/identity/users.ts'
import { getPatrolShiftRoute } from '@openspot/contract/operations/patrol.ts'
import { callApi } from '@/lib/api.ts'
import { hintSignedIn } from '@/lib/signed-in-hint.ts'
import { type DeviceShift, deleteShift, readShift, writeShift } from './device.ts'
import { importHashKey } from './hash-plates.ts'
import { clearShell } from './shell.ts'

/** Long enough for a slow network, short enough for someone who stands at a car. */
const PATIENCE_MS = 15_000

/**
 * Loads or refreshes the shift of a lot and saves it on the device. Throws what the call throws; if the person may not patrol the
 * lot any more, the data is deleted first.
 */
export async function refreshShift(lot_id: string): Promise<DeviceShift> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const { id: user_id } = await callApi(getMeRoute, {}, { client: 'admin', signal })
    hintSignedIn({ id: user_id })
    const known = await readShift(lot_id, Date.now())
    const mine = known?.user_id === user_id ? known : null
    if (mine === null) await clearShell()
    const shift_id = mine?.shift_id ?? crypto.randomUUID()
    const query = { shift_id, ...(mine ? { version: mine.version } : {}) }
    const loaded = await callApi(
      getPatrolShiftRoute,
      { params: { lot_id }, query },
      { client: 'admin', signal },
    )
    const data = loaded.data ?? mine?.data
    if (!data) throw new Error('The server sent no data for a new shift.')
    const { as_of, known_until, version, hash_key } = loaded
    const shift: DeviceShift = {
      lot_id,
      user_id,
      shift_id,
      started_at: mine?.started_at ?? Date.now(),
      clock_ahead: Date.parse(as_of) - Date.now(),
      as_of,
      known_until,
      version,
      hash_key: await importHashKey(hash_key),
      data,
    }
    await writeShift(shift)
    return shift
  } catch (error) {
    if (isNotAllowed(error)) await deleteShift(lot_id)
    throw error
  }
}

/** Whether the server said that this person is not signed in or may not see the lot. */
export function isNotAllowed(error: unknown): boolean {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : null
  return status === 401 || status === 403 || status === 404
}

/** The current time by the server's clock. */
export const serverNow = ({ clock_ahead }: Pick<DeviceShift, 'clock_ahead'>): Date =>
  new Date(Date.now() + clock_ahead)
