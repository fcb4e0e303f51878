import type { Tx } from '@openspot/db/database.ts'
import type { SettleDeps } from '../residents/settle.ts'
import type { Before } from './before.ts'
import { markAllUndone } from './marks.sql.ts'
import {
  deleteMemberships,
  deleteResidents,
  dropInvitesTo,
  forgetUntouchedGhosts,
  listMembershipsOf,
} from './new-residents.sql.ts'
import { forgetUnusedGhost, removeVehicles } from './people.sql.ts'
import { type RowToUndo, type Undone, undoRow } from './undo-row.ts'

/**
 * Undoes rows in their order. Consecutive rows that created a person are undone by a few statements for all of them, because most imports
 * consist of them. The result is that of `undoRow` for each.
 */
export async function undoTogether(
  deps: SettleDeps,
  tx: Tx,
  of: Undone,
  rows: readonly RowToUndo[],
): Promise<void> {
  let created: CreatedRow[] = []
  const undoCreated = async () => {
    for (const row of await undoAllCreated(tx, of, created)) await undoRow(deps, tx, of, row)
    created = []
  }
  for (const row of rows) {
    const { resident_id, user_id } = row
    const before = row.before as Before
    const isCreated = before.is_new_person && before.resident === null && before.membership === null
    if (isCreated && resident_id !== null && user_id !== null) {
      created.push({ ...row, resident_id, user_id, car_ids: before.car_ids })
      continue
    }
    await undoCreated()
    await undoRow(deps, tx, of, row)
  }
  await undoCreated()
}

type CreatedRow = RowToUndo & { resident_id: string; user_id: string; car_ids: readonly string[] }

/** Undoes rows that created people who have not joined since. Returns the others, which take a closer look. */
async function undoAllCreated(
  tx: Tx,
  of: Undone,
  rows: readonly CreatedRow[],
): Promise<readonly RowToUndo[]> {
  if (rows.length === 0) return []
  const { lot_id, now } = of
  const memberships = await listMembershipsOf(
    tx,
    lot_id,
    rows.map(({ user_id }) => user_id),
  )
  // Without a membership, their first day has not come.
  const isPlain = ({ user_id }: CreatedRow) => (memberships.get(user_id)?.status ?? 'PENDING') === 'PENDING'
  const plain = rows.filter(isPlain)
  const user_ids = plain.map(({ user_id }) => user_id)
  await deleteMemberships(
    tx,
    plain.flatMap(({ user_id }) => memberships.get(user_id)?.id ?? []),
    now,
  )
  await dropInvitesTo(tx, lot_id, user_ids, now)
  await deleteResidents(
    tx,
    plain.map(({ resident_id }) => resident_id),
  )
  await removeVehicles(
    tx,
    plain.flatMap(({ car_ids }) => car_ids),
    now,
  )
  const forgotten = await forgetUntouchedGhosts(tx, lot_id, user_ids, now)
  for (const user_id of user_ids) if (!forgotten.has(user_id)) await forgetUnusedGhost(tx, user_id, now)
  await markAllUndone(
    tx,
    of,
    plain.map(({ row_no }) => row_no),
  )
  return rows.filter((row) => !isPlain(row))
}
