import type { Tx } from '@openspot/db/database.ts'
import { lockMembership, type MembershipRow, updateMembership } from '../memberships/memberships.sql.ts'
import { deleteResident, findStoredResident, restoreResident } from '../residents/residents.sql.ts'
import { type SettleDeps, settleResident } from '../residents/settle.ts'
import type { Before } from './before.ts'
import { markUndone } from './marks.sql.ts'
import { dropInvitesTo } from './new-residents.sql.ts'
import { forgetUnusedGhost, removeVehicles, updateImportedGhost } from './people.sql.ts'

export interface Undone {
  import_id: string
  lot_id: string
  now: Date
}

export interface RowToUndo {
  row_no: number
  resident_id: string | null
  user_id: string | null
  before: unknown
}

/**
 * Undoes one row of an import: restores what there was before it. A person who joined the lot meanwhile stays. Must run in
 * the transaction that locked the row.
 */
export async function undoRow(deps: SettleDeps, tx: Tx, of: Undone, row: RowToUndo): Promise<void> {
  const before = row.before as Before
  const kept =
    before.resident === null
      ? await undoCreated(tx, of, row, before)
      : await undoChanged(deps, tx, of, row, before)
  // Who joined meanwhile keeps the vehicles.
  if (kept === null) await removeVehicles(tx, before.car_ids, of.now)
  await markUndone(tx, of, row, kept)
}

async function undoCreated(
  tx: Tx,
  of: Undone,
  { resident_id, user_id }: RowToUndo,
  before: Before,
): Promise<string | null> {
  if (resident_id === null) return null
  const { lot_id, now } = of
  const membership = user_id === null ? undefined : await lockMembership(tx, { lot_id, user_id })
  // They accepted the invitation: membership and residence are theirs now.
  if (membership?.status === 'ACTIVE' && before.membership?.status !== 'ACTIVE') return 'JOINED'
  const resident = await findStoredResident(tx, resident_id)
  if (membership && user_id !== null) {
    if (before.membership === null && membership.status === 'PENDING') {
      await updateMembership(tx, membership, { status: 'DELETED', group_id: null }, now)
      await dropInvitesTo(tx, lot_id, [user_id], now)
    } else await restoreGroup(tx, membership, before, resident?.group_id ?? null, now)
  }
  await deleteResident(tx, resident_id)
  if (before.is_new_person && user_id !== null) await forgetUnusedGhost(tx, user_id, now)
  return null
}

async function undoChanged(
  deps: SettleDeps,
  tx: Tx,
  of: Undone,
  { resident_id, user_id }: RowToUndo,
  before: Before,
): Promise<string | null> {
  const { lot_id, now } = of
  if (resident_id === null || before.resident === null) return null
  const current = await findStoredResident(tx, resident_id)
  // The person had their data erased meanwhile.
  if (!current || current.user_id === null) return 'ERASED'
  const membership = user_id === null ? undefined : await lockMembership(tx, { lot_id, user_id })
  const { removed_at } = current
  await restoreResident(tx, before.resident)
  if (before.ghost !== null && user_id !== null)
    await updateImportedGhost(tx, user_id, before.resident.data_source_id, before.ghost)
  if (membership && before.membership) {
    if (membership.status === 'REMOVED' && before.membership.status === 'ACTIVE') {
      const { status, role, group_id } = before.membership
      await updateMembership(tx, membership, { status, role, group_id }, now)
    } else if (membership.status !== 'REMOVED') {
      await restoreGroup(tx, membership, before, current.group_id, now)
    } else {
      // A membership never returns to PENDING, so they are invited again.
      await restoreResident(tx, { ...before.resident, removed_at, invited_at: null })
    }
  }
  await settleResident(deps, tx, resident_id)
  return null
}

/** Puts a member back into their group, unless staff changed it meanwhile. */
async function restoreGroup(
  tx: Tx,
  membership: MembershipRow,
  before: Before,
  given: string | null,
  now: Date,
): Promise<void> {
  const group_id = before.membership?.group_id ?? null
  if (before.membership && membership.group_id === given && given !== group_id)
    await updateMembership(tx, membership, { group_id }, now)
}
