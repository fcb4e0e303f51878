import type { Membership } from '@openspot/contract/identity/users.ts'
import type { addMemberRoute } from '@openspot/contract/people/memberships.ts'
import { reachOf, waitsFor } from '@openspot/core/memberships/moves.ts'
import { roleRank } from '@openspot/core/memberships/states.ts'
import type { Db } from '@openspot/db/database.ts'
import type { Message } from '@openspot/messages/translate.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { writeAudit } from '../../audit.sql.ts'
import { refuse } from '../../errors.ts'
import { getMembership } from '../../identity/users/users.sql.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import { count } from '../../plugins/limits.ts'
import type { RouteInput } from '../../route-input.ts'
import { activateMembership } from './activate-membership.ts'
import { lockLotOfCode } from './join-codes.sql.ts'
import {
  findKnown,
  getStanding,
  hasAccount,
  insertMembership,
  isGroup,
  isInviteOnly,
  lockMembership,
  updateMembership,
} from './memberships.sql.ts'
import { notifyMember, notifyStaff } from './notify.ts'

type NewMemberInput = RouteInput<typeof addMemberRoute>

/** Throws `account_needed` for guests and users without an account, who can't belong to a lot. */
export async function refuseGuest(db: Db, user_id: string): Promise<void> {
  if (!(await hasAccount(db, user_id))) refuse('account_needed')
}

/** Throws `join_refused` if the lot takes people by invite or code only. */
async function refuseUninvited(db: Db, lot_id: string): Promise<void> {
  if (await isInviteOnly(db, lot_id)) {
    refuse('join_refused', { message: (t) => t('apiErrors.people.inviteOnly') })
  }
}

/** Creates or repeats a request to join a lot. Asking twice is the same as asking once. */
export async function requestToJoin(
  app: FastifyInstance,
  request: FastifyRequest,
  { body }: NewMemberInput,
): Promise<Membership> {
  if ((body.role ?? 'MEMBER') !== 'MEMBER') refuse('forbidden', { field: 'role' })
  if ((body.status ?? 'PENDING') !== 'PENDING') refuse('forbidden', { field: 'status' })
  if (typeof body.group_id === 'string') refuse('forbidden', { field: 'group_id' })
  return askToJoin(app, lotOf(request), callerOf(request).user_id)
}

/** The request itself; the caller has checked that the person may know of the lot. */
export async function askToJoin(app: FastifyInstance, lot_id: string, user_id: string): Promise<Membership> {
  await refuseGuest(app.db, user_id)
  await refuseUninvited(app.db, lot_id)
  const now = app.ports.now()
  const id = await app.db.transaction().execute(async (tx) => {
    const asking = { kind: 'MEMBERSHIP_ASKED', lot_id, user_id, role: 'MEMBER' } as const
    const made = await insertMembership(tx, {
      id: app.ports.id(),
      lot_id,
      user_id,
      role: 'MEMBER',
      group_id: null,
      now,
      status: 'PENDING',
      source: 'REQUEST',
      requested_at: now.toISOString(),
    })
    if (made) {
      await notifyStaff(app, tx, asking)
      return made.id
    }
    const known = (await lockMembership(tx, { lot_id, user_id })) ?? refuse('not_found')
    if (known.status === 'ACTIVE')
      refuse('already_member', { message: (t) => t('apiErrors.people.youAreMember') })
    if (known.status === 'REMOVED') refuse('join_refused')
    if (waitsFor(known) === 'PERSON') {
      refuse('membership_not_possible', {
        message: (t) => t('apiErrors.people.offeredToYou'),
      })
    }
    // A membership never returns to PENDING, so a former or rejected member asks from their current status.
    if (known.requested_at === null) {
      await updateMembership(tx, known, { requested_at: now.toISOString() }, now)
      await notifyStaff(app, tx, asking)
    }
    return known.id
  })
  app.changes.announce(lot_id)
  return getMembership(app.db, id)
}

/**
 * Offers a membership to a user whom the lot knows from a reservation. Unknown users must be invited instead, so that
 * this call reveals nobody's account.
 */
export async function offerMembership(
  app: FastifyInstance,
  request: FastifyRequest,
  { body }: NewMemberInput & { body: { user_id: string } },
): Promise<Membership> {
  const lot_id = lotOf(request)
  const { user_id, role = 'MEMBER', group_id = null } = body
  const now = app.ports.now()
  const id = await app.db.transaction().execute(async (tx) => {
    const by = await getStanding(tx, lot_id, callerOf(request).user_id)
    if (roleRank(role) > reachOf(by)) refuse('role_above_own', { field: 'role' })
    const known = await findKnown(tx, lot_id, user_id)
    const old = await lockMembership(tx, { lot_id, user_id })
    if (!known || (!known.has_reservation && !old)) {
      const message: Message = (t) => t('apiErrors.people.noDriver')
      return refuse('request_invalid', { field: 'user_id', message })
    }
    if (old?.status === 'ACTIVE' || old?.status === 'PENDING') refuse('already_member')
    if (old) {
      const message: Message = (t) => t('apiErrors.people.wasMember')
      refuse('membership_not_possible', { message, details: { membership_id: old.id, status: old.status } })
    }
    if (group_id !== null && !(await isGroup(tx, lot_id, group_id))) {
      refuse('request_invalid', {
        field: 'group_id',
        message: (t) => t('apiErrors.lot.groupUnknown'),
      })
    }
    if (body.status === 'ACTIVE') {
      const message: Message = (t) => t('apiErrors.people.onlyThey')
      refuse('request_invalid', { field: 'status', message })
    }
    // Guests must accept too; otherwise a lot could contact anyone whose address it can type.
    const status = 'PENDING'
    const membership = {
      lot_id,
      user_id,
      role,
      group_id,
      status,
      source: 'STAFF',
      requested_at: null,
    } as const
    const made = await insertMembership(tx, { ...membership, id: app.ports.id(), now })
    if (!made) return refuse('already_member')
    const details = { user_id, role, group_id, status }
    const subject = { subject_kind: 'membership', subject_id: made.id }
    await writeAudit(tx, request, { action: 'membership.offer', ...subject, details })
    await notifyMember(app, tx, { kind: 'MEMBERSHIP_OFFERED', lot_id, user_id, role })
    return made.id
  })
  app.changes.announce(lot_id)
  return getMembership(app.db, id)
}

/**
 * Makes a user an ACTIVE member through the lot's join code. Throws `join_code_unknown`, `too_many_requests`,
 * `account_needed`, `already_member`, and `join_refused`.
 */
export async function joinByCode(app: FastifyInstance, user_id: string, text: string): Promise<Membership> {
  // The limit is per user, so changing IP addresses does not help.
  await count(app, `join ${user_id}`, { max: 10, minutes: 60 })
  await refuseGuest(app.db, user_id)
  const code = text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
  const { id, lot_id } = await app.db.transaction().execute(async (tx) => {
    const joined_id = await lockLotOfCode(tx, code)
    if (joined_id === null) return refuse('join_code_unknown', { field: 'code' })
    const { before, after } = await activateMembership(app, tx, {
      lot_id: joined_id,
      user_id,
      source: 'CODE',
      role: 'MEMBER',
      group_id: null,
      may_return: false,
    })
    if (before?.status === 'ACTIVE')
      refuse('already_member', { message: (t) => t('apiErrors.people.youAreMember') })
    await notifyStaff(app, tx, { kind: 'MEMBERSHIP_TAKEN', lot_id: joined_id, user_id, role: after.role })
    return after
  })
  app.changes.announce(lot_id)
  return getMembership(app.db, id)
}
