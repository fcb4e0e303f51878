import type { Membership } from '@openspot/contract/identity/users.ts'
import type { patchMembershipRoute } from '@openspot/contract/people/memberships.ts'
import type { MembershipNoticeKind } from '@openspot/core/enums.ts'
import { type Changer, type MoveFault, moveFault } from '@openspot/core/memberships/moves.ts'
import type { Tx } from '@openspot/db/database.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { writeAudit } from '../../audit.sql.ts'
import { refuse, refuseNoChange } from '../../errors.ts'
import { getMembership } from '../../identity/users/users.sql.ts'
import { lockSpotsOf, releaseSpots } from '../../lots/spots/spot-assignees.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import type { RouteInput } from '../../route-input.ts'
import {
  findMembershipOwner,
  getStanding,
  isGroup,
  lockMembership,
  type MembershipRow,
  revokeInvitesTo,
  updateMembership,
} from './memberships.sql.ts'
import { notifyMember, notifyStaff } from './notify.ts'

/** Changes a membership. The new permissions apply from the member's next request on. */
export async function changeMembership(
  app: FastifyInstance,
  request: FastifyRequest,
  { params, body }: RouteInput<typeof patchMembershipRoute>,
): Promise<Membership> {
  const lot_id = lotOf(request)
  const { user_id: caller_id } = callerOf(request)
  const now = app.ports.now()
  refuseNoChange(body)
  const user_id = await app.db.transaction().execute(async (tx) => {
    // Lock groups before people, in the same order as changes to a group.
    const isGroupThere = typeof body.group_id !== 'string' || (await isGroup(tx, lot_id, body.group_id))
    const old = await lockWithSpots(tx, params.id)
    const is_self = old.user_id === caller_id
    const by: Changer = { ...(await getStanding(tx, lot_id, caller_id)), is_self }
    const fault = moveFault(by, old, body)
    if (fault !== null) refuseMove(fault)
    if (!isGroupThere) {
      refuse('request_invalid', {
        field: 'group_id',
        message: (t) => t('apiErrors.lot.groupUnknown'),
      })
    }
    const status = body.status ?? old.status
    const isMoved = status !== old.status
    const isOut = isMoved && status !== 'ACTIVE'
    const after = await updateMembership(
      tx,
      old,
      {
        status,
        // A returning member starts as a plain MEMBER, without the previous role.
        role: isOut ? 'MEMBER' : (body.role ?? old.role),
        group_id: isOut ? null : body.group_id === undefined ? old.group_id : body.group_id,
        ...(isMoved ? { requested_at: null } : {}),
      },
      now,
    )
    const released_spot_ids = isOut ? await releaseSpots(tx, lot_id, old.user_id, now) : []
    if (isOut && !is_self) await revokeInvitesTo(tx, lot_id, old.user_id, now)
    await writeAudit(tx, request, {
      action: 'membership.change',
      subject_kind: 'membership',
      subject_id: old.id,
      details: { user_id: old.user_id, before: said(old), after: said(after), released_spot_ids },
    })
    await notifyOfChange(app, tx, old, after, is_self)
    return old.user_id
  })
  app.changes.announce(lot_id)
  app.changes.announce(user_id)
  return getMembership(app.db, params.id)
}

/** Locks the member's spots and then the membership, in the same order as an assignment does. */
async function lockWithSpots(tx: Tx, id: string): Promise<MembershipRow> {
  const of = await findMembershipOwner(tx, id)
  if (of) await lockSpotsOf(tx, of.lot_id, of.user_id)
  return (await lockMembership(tx, { id })) ?? refuse('not_found')
}

function refuseMove(fault: MoveFault): never {
  switch (fault) {
    case 'FORBIDDEN':
      return refuse('forbidden')
    case 'ABOVE':
      return refuse('role_above_own', { field: 'role' })
    case 'OWN_ROLE':
      return refuse('own_role', { field: 'role' })
    case 'THEIRS_TO_ACCEPT':
      return refuse('membership_not_possible', {
        field: 'status',
        message: (t) => t('apiErrors.people.offered'),
      })
    case 'NOT_ASKED':
      return refuse('membership_not_possible', {
        field: 'status',
        message: (t) => t('apiErrors.people.left'),
      })
    case 'MOVE':
      return refuse('membership_not_possible', { field: 'status' })
  }
}

const said = ({ role, status, group_id }: MembershipRow) => ({ role, status, group_id })

async function notifyOfChange(
  app: FastifyInstance,
  tx: Tx,
  old: MembershipRow,
  after: MembershipRow,
  is_self: boolean,
): Promise<void> {
  const { lot_id, user_id, role } = after
  const about = (kind: MembershipNoticeKind) => ({ kind, lot_id, user_id, role })
  if (is_self) {
    if (old.status !== 'ACTIVE' && after.status === 'ACTIVE')
      await notifyStaff(app, tx, about('MEMBERSHIP_TAKEN'))
    if (old.status === 'ACTIVE' && after.status === 'DELETED')
      await notifyStaff(app, tx, about('MEMBERSHIP_LEFT'))
    return
  }
  if (old.status !== after.status) {
    const told: Partial<Record<MembershipRow['status'], MembershipNoticeKind>> = {
      ACTIVE: 'MEMBERSHIP_APPROVED',
      REJECTED: 'MEMBERSHIP_REJECTED',
      REMOVED: 'MEMBERSHIP_REMOVED',
    }
    const kind = told[after.status]
    if (kind) await notifyMember(app, tx, about(kind))
  } else if (old.role !== after.role) await notifyMember(app, tx, about('MEMBERSHIP_ROLE'))
}
