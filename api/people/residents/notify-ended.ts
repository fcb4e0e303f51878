import type { Tx } from '@openspot/db/database.ts'
import { findMemberAddress } from '../memberships/notify.sql.ts'
import { listAdmins } from '../recipients/recipients.sql.ts'
import { notifyAbout } from './notify.ts'
import type { ResidentRow } from './residents.sql.ts'
import type { SettleDeps } from './settle.ts'

interface Ended extends ResidentRow {
  user_id: string
  was_member: boolean
  /** Reservations that the person still has in the lot. */
  upcoming: number
}

/**
 * Tells a person that they no longer belong to the lot, and its admins if reservations remain, because what was paid for
 * is theirs to decide. People who had not joined are not told.
 */
export async function notifyEnded(deps: SettleDeps, tx: Tx, resident: Ended): Promise<void> {
  const { id, lot_id, user_id, upcoming, unit } = resident
  const about = `${id} ${deps.ports.now().getTime()}`
  const person = resident.was_member ? await findMemberAddress(tx, user_id) : undefined
  const values = { upcoming, unit: unit ?? '', has_unit: String(unit !== null) }
  if (person) {
    const notice = { kind: 'RESIDENCE_ENDED', lot_id, about, values, path: '/me/lots' } as const
    await notifyAbout(deps, tx, notice, [person])
  }
  if (upcoming === 0) return
  const name = [resident.first_name, resident.last_name].filter(Boolean).join(' ')
  const path = `/lots/${lot_id}/members/${user_id}`
  const notice = { kind: 'RESIDENT_LEFT', lot_id, about, path, values: { ...values, name } } as const
  await notifyAbout(deps, tx, notice, await listAdmins(tx, lot_id))
}
