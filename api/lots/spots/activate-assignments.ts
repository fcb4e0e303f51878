import type { AuditAction } from '@openspot/core/audit/actions.ts'
import { localDate } from '@openspot/core/time/zone.ts'
import type { Tx } from '@openspot/db/database.ts'
import { writeOwnAudit } from '../../audit.sql.ts'
import { lockSpots } from '../../booking/availability/materialize-closures.sql.ts'
import { materializeClosures } from '../../booking/availability/materialize-closures.ts'
import { minuteOf } from '../../booking/availability/moments.rules.ts'
import type { Deps } from '../../deps.ts'
import { eachByItself, refuseFailed } from '../../failures.ts'
import { getLot } from '../lots/lots.sql.ts'
import { listDueSpots, listGroupMembers, listUpcoming, takeUpcoming } from './assignments.sql.ts'
import { deleteRulesOfSpot, findSpot, isMember, type SpotRow, updateSpot } from './spots.sql.ts'

type ActivationDeps = Pick<Deps, 'database' | 'log' | 'ports' | 'changes'>

/**
 * Ends the assignments whose last day is over and begins those whose first day has come, in each lot's time zone. Safe
 * to repeat or run concurrently: each spot is checked again under its lock. A failure on one spot does not stop the
 * others, and the job is retried for it.
 */
export async function activateAssignments({ database, log, ports, changes }: ActivationDeps): Promise<void> {
  const now = ports.now()
  const failed = await eachByItself(
    { log, task: 'turn_assignment' },
    await listDueSpots(database.db, now),
    ({ spot_id }) => spot_id,
    async ({ lot_id, spot_id }) => {
      await database.db.transaction().execute((tx) => activateAssignment(tx, lot_id, spot_id, now))
      changes.announce(lot_id)
    },
  )
  refuseFailed(failed, 'activate_assignments')
}

async function activateAssignment(tx: Tx, lot_id: string, spot_id: string, now: Date): Promise<void> {
  const { time_zone } = await getLot(tx, lot_id)
  const today = localDate(time_zone, minuteOf(now))
  await lockSpots(tx, lot_id, { spot_ids: [spot_id] })
  const spot = await findSpot(tx, spot_id)
  if (!spot) return
  if (spot.assigned_until_on !== null && spot.assigned_until_on < today) await endPresent(tx, spot, now)
  for (const upcoming of await listUpcoming(tx, lot_id, spot_id)) {
    if (upcoming.starts_on > today) continue
    await takeUpcoming(tx, now, lot_id, spot_id, upcoming.id)
    // If the assignment passed while the job did not run, or its assignee has left the lot, the spot stays unassigned.
    const isOver = upcoming.ends_on !== null && upcoming.ends_on < today
    const begins = !isOver && (await stillBelongs(tx, lot_id, upcoming))
    if (begins) {
      const { user_id, group_id, ends_on } = upcoming
      const assignee = { assigned_user_id: user_id, assigned_group_id: group_id, assigned_until_on: ends_on }
      await updateSpot(tx, spot_id, assignee, now)
    }
    const action = begins ? 'spot.assignment_begins' : 'spot.assignment_lapses'
    await note(tx, spot, now, action, { after: upcoming })
  }
  await materializeClosures(tx, lot_id, [spot_id], now)
}

/** Removes the current assignment and the availability rules that its assignee created. */
async function endPresent(tx: Tx, spot: SpotRow, now: Date): Promise<void> {
  const { assigned_user_id, assigned_group_id, assigned_until_on } = spot
  const nobody = { assigned_user_id: null, assigned_group_id: null, assigned_until_on: null }
  await updateSpot(tx, spot.id, nobody, now)
  if (assigned_user_id !== null) await deleteRulesOfSpot(tx, now, spot, assigned_user_id)
  const before = { assigned_user_id, assigned_group_id, assigned_until_on }
  await note(tx, spot, now, 'spot.assignment_ends', { before })
}

async function stillBelongs(
  tx: Tx,
  lot_id: string,
  { user_id, group_id }: { user_id: string | null; group_id: string | null },
): Promise<boolean> {
  if (user_id !== null) return isMember(tx, lot_id, user_id)
  return group_id !== null && (await listGroupMembers(tx, lot_id, group_id)) !== null
}

const note = (tx: Tx, spot: SpotRow, now: Date, action: AuditAction, details: Record<string, unknown>) =>
  writeOwnAudit(tx, now, {
    lot_id: spot.lot_id,
    action,
    subject_kind: 'spot',
    subject_id: spot.id,
    details,
  })
