import { nextDue, residencePhase } from '@openspot/core/residents/residence.ts'
import { unitGroup } from '@openspot/core/residents/unit-group.ts'
import { localDate } from '@openspot/core/time/zone.ts'
import type { Tx } from '@openspot/db/database.ts'
import type { FastifyInstance } from 'fastify'
import { writeOwnAudit } from '../../audit.sql.ts'
import { minuteOf } from '../../booking/availability/moments.rules.ts'
import { giveSpot, lockSpotsOf, releaseSpots } from '../../lots/spots/spot-assignees.ts'
import { findOrMakeGroup } from '../groups/groups.sql.ts'
import {
  insertMembership,
  lockMembership,
  type MembershipRow,
  revokeInvitesTo,
  updateMembership,
} from '../memberships/memberships.sql.ts'
import { inviteResident } from './invite-resident.ts'
import { notifyEnded } from './notify-ended.ts'
import {
  countUpcoming,
  getMembershipChange,
  livesThereToo,
  lockResident,
  type ResidentRow,
  updateResident,
} from './residents.sql.ts'
import { findFreeSpots } from './spots-of-resident.sql.ts'

export type SettleDeps = Pick<FastifyInstance, 'messaging' | 'ports' | 'settings' | 'secrets'>

/**
 * Brings the lot in line with what a data source says about a person, as of today by the lot's clock: before the first day
 * nothing happens; from then on they have a membership, a group, a spot, and an invitation; after the last day they have none
 * of these. Running it again changes nothing. Must run in the transaction that changed the resident. Locks the
 * resident, then groups, spots, and the membership.
 */
export async function settleResident(deps: SettleDeps, tx: Tx, id: string): Promise<void> {
  const row = await lockResident(tx, id)
  if (!row) return
  const now = deps.ports.now()
  const today = localDate(row.time_zone, minuteOf(now))
  if (row.user_id === null || row.opted_out_at !== null) return updateResident(tx, id, { due_on: null })
  const resident = { ...row, user_id: row.user_id, ...(await moveOn(tx, row, today)) }
  const phase = residencePhase(resident, today)
  if (phase === 'CURRENT') await start(deps, tx, resident, now)
  if (phase === 'PAST') await end(deps, tx, resident, today, now)
  const due_on = nextDue({ ...resident, moves_on: resident.next_unit?.on ?? null }, today)
  await updateResident(tx, id, { due_on, changed_at: now.toISOString() })
}

type Settled = ResidentRow & { user_id: string }

/** Moves the resident to their next unit if its day has come. */
async function moveOn(tx: Tx, { id, next_unit }: ResidentRow, today: string) {
  if (next_unit === null || next_unit.on > today) return {}
  const { unit_id, unit, building } = next_unit
  const moved = { unit_id, unit, building, next_unit: null }
  await updateResident(tx, id, moved)
  return moved
}

async function start(deps: SettleDeps, tx: Tx, resident: Settled, now: Date): Promise<void> {
  const { id, lot_id, user_id } = resident
  const at = now.toISOString()
  const named = unitGroup(resident.grouping, resident)
  const group_id =
    named === null
      ? null
      : await findOrMakeGroup(tx, {
          ...named,
          id: deps.ports.id(),
          lot_id,
          rule_set_id: resident.rule_set_id,
          created_at: at,
        })
  const free = await findFreeSpots(tx, lot_id, resident.spots)
  const before = await lockMembership(tx, { lot_id, user_id })
  // A person who left by themselves, or whom staff turned away, is not brought back by an import.
  if (before && (await hasGone(tx, before, resident))) return updateResident(tx, id, { opted_out_at: at })
  const membership = before
    ? await adopt(tx, before, resident, group_id, now)
    : await add(deps, tx, resident, group_id)
  if (membership?.status === 'ACTIVE') {
    for (const spot_id of free) await giveSpot(tx, { lot_id, spot_id, user_id }, now)
  } else if (resident.sends_invites && (resident.invited_at === null || resident.ended_at !== null)) {
    if (await inviteResident(deps, tx, { ...resident, group_id, spot_id: free[0] ?? null })) {
      await updateResident(tx, id, { invited_at: at })
    }
  }
  await updateResident(tx, id, { group_id, started_at: resident.started_at ?? at, ended_at: null })
}

/** Whether a membership ended by an act of the person or of staff, and not by an import. */
async function hasGone(
  tx: Tx,
  membership: MembershipRow,
  { started_at, removed_at }: Settled,
): Promise<boolean> {
  if (!isGone(membership)) return false
  const changed_at = await getMembershipChange(tx, membership.id)
  if (membership.status === 'DELETED') return started_at !== null && changed_at > started_at
  return changed_at !== removed_at
}

const isGone = ({ status }: MembershipRow) =>
  status === 'DELETED' || status === 'REMOVED' || status === 'REJECTED'

async function add(deps: SettleDeps, tx: Tx, { lot_id, user_id }: Settled, group_id: string | null) {
  const id = deps.ports.id()
  const offered = { lot_id, user_id, role: 'MEMBER', group_id, status: 'PENDING', source: 'IMPORT' } as const
  return insertMembership(tx, { ...offered, id, requested_at: null, now: deps.ports.now() })
}

/** Puts a member into the group of the unit, unless staff put them into another one. */
async function adopt(
  tx: Tx,
  membership: MembershipRow,
  resident: Settled,
  group_id: string | null,
  now: Date,
): Promise<MembershipRow> {
  if (isGone(membership)) return membership
  const isOurs = membership.group_id === null || membership.group_id === resident.group_id
  if (!isOurs || membership.group_id === group_id) return membership
  return updateMembership(tx, membership, { group_id }, now)
}

/** Ends the membership, unless another source says that the person lives there or they work there. */
async function end(deps: SettleDeps, tx: Tx, resident: Settled, today: string, now: Date): Promise<void> {
  const { id, lot_id, user_id, ended_at } = resident
  if (ended_at !== null) return
  const at = now.toISOString()
  await updateResident(tx, id, { ended_at: at })
  if (resident.started_at === null) return
  if (await livesThereToo(tx, { id, lot_id, user_id }, today)) return
  await lockSpotsOf(tx, lot_id, user_id)
  const membership = await lockMembership(tx, { lot_id, user_id })
  if (!membership || isGone(membership) || membership.role !== 'MEMBER') return
  await updateMembership(tx, membership, { status: 'REMOVED', group_id: null, requested_at: null }, now)
  await updateResident(tx, id, { removed_at: at })
  const released_spot_ids = await releaseSpots(tx, lot_id, user_id, now)
  await revokeInvitesTo(tx, lot_id, user_id, now)
  const upcoming = await countUpcoming(tx, lot_id, user_id, now)
  await writeOwnAudit(tx, now, {
    lot_id,
    action: 'membership.change',
    subject_kind: 'membership',
    subject_id: membership.id,
    details: { user_id, after: { status: 'REMOVED' }, released_spot_ids, resident_id: id, upcoming },
  })
  await notifyEnded(deps, tx, { ...resident, was_member: membership.status === 'ACTIVE', upcoming })
}
