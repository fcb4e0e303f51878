import type { PlateGateResult } from '@openspot/core/cameras/enums.ts'
import { plateOpensSeconds } from '@openspot/core/cameras/limits.ts'
import type pg from 'pg'
import type { ChangeBus } from '../../changes.ts'
import type { GateHub } from '../../gates.ts'
import type { Ports } from '../../ports.ts'
import { requestGateOpen } from '../gates/gate-opens.sql.ts'

export interface PlateOpening {
  lot_id: string
  camera_id: string
  gate_id: string
  read_id: string
  /** When the vehicle was certainly still there. */
  seen_at: Date
  /** The person whose vehicle it is; null if no right was found. */
  user_id: string | null
  /** Whether the event is read again, long after the vehicle was there. */
  is_replay: boolean
}

type OpenDeps = { pool: pg.Pool; ports: Ports; gates: GateHub; changes: ChangeBus }

/**
 * Requests to open the gate of a camera for a vehicle, as its owner could in the app: one pulse, which joins one in flight,
 * with all limits. An event that is too old opens nothing, because a late pulse could close the gate on another vehicle.
 */
export async function openByPlate(
  { pool, ports, gates, changes }: OpenDeps,
  of: PlateOpening,
): Promise<{ gate_result: PlateGateResult; gate_open_id: string | null }> {
  const { lot_id, gate_id, camera_id, user_id } = of
  if (user_id === null) return { gate_result: 'NO_RIGHT', gate_open_id: null }
  const now = ports.now()
  const left = plateOpensSeconds - Math.floor((now.getTime() - of.seen_at.getTime()) / 1000)
  if (left <= 0 || of.is_replay) return { gate_result: 'TOO_LATE', gate_open_id: null }
  const { outcome, open_id } = await requestGateOpen(pool, now, {
    lot_id,
    gate_id,
    camera_id,
    user_id,
    open_id: ports.id(),
    note: null,
    client: null,
    // A repeated event finds the request that the first one made.
    idempotency_key: `plate ${of.read_id}`,
    actor_role: 'camera',
    request_id: null,
    only_reservation_id: null,
    is_by_link: false,
    expires_seconds: left,
  })
  if (outcome === 'requested' && open_id !== null) gates.send({ lot_id, gate_id, open_id })
  changes.announce(lot_id)
  switch (outcome) {
    case 'requested':
    case 'exists':
      return { gate_result: 'REQUESTED', gate_open_id: open_id }
    case 'joined':
      return { gate_result: 'JOINED', gate_open_id: open_id }
    default:
      return { gate_result: 'REJECTED', gate_open_id: open_id }
  }
}
