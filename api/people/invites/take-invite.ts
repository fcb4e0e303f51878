import type { Output } from '@openspot/contract/call.ts'
import type { acceptInviteRoute, OfferedInvite } from '@openspot/contract/people/invites.ts'
import { reachOf } from '@openspot/core/memberships/moves.ts'
import { roleRank } from '@openspot/core/memberships/states.ts'
import type { Tx } from '@openspot/db/database.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { writeAudit } from '../../audit.sql.ts'
import { refuse } from '../../errors.ts'
import { getMembership } from '../../identity/users/users.sql.ts'
import { giveSpot } from '../../lots/spots/spot-assignees.ts'
import { callerOf } from '../../plugins/access.ts'
import { hashToken } from '../../plugins/session.ts'
import { activateMembership } from '../memberships/activate-membership.ts'
import { getStanding, isActiveMember } from '../memberships/memberships.sql.ts'
import { notifyStaff } from '../memberships/notify.ts'
import { maskAddress } from './addresses.ts'
import {
  findInvite,
  findInviteByToken,
  findInvited,
  type Invited,
  type InviteRow,
  lockInvite,
  setSourceByInvite,
  toOfferedInvite,
  updateInvite,
  useInvite,
} from './invites.sql.ts'
import { subjectOf } from './make-invite.ts'

export interface Which {
  token?: string | undefined
  invite_id?: string | undefined
}

/** Returns what a user can do with an invite that they hold. */
export function wayOn(row: InviteRow, who: Invited | null, is_member: boolean): OfferedInvite['way_on'] {
  if (row.status !== 'OPEN') return 'NONE'
  // The user has just signed up with this address, so only the confirmation link is missing.
  if (who?.account_status === 'GHOST' && row.email !== null && who.contact_email === row.email)
    return 'VERIFY'
  if (who === null || who.account_status !== 'ACTIVE') return 'SIGN_IN'
  if (is_member && row.kind === 'LINK') return 'MEMBER'
  if (row.kind === 'LINK') return 'ACCEPT'
  if (row.email !== null ? who.verified_email === row.email : who.verified_phone === row.phone)
    return 'ACCEPT'
  if (row.email !== null) return who.email === row.email ? 'VERIFY' : 'OTHER_ACCOUNT'
  // An account without a verified number may prove that the invited one is its own.
  return who.phone === row.phone || who.verified_phone === null ? 'VERIFY' : 'OTHER_ACCOUNT'
}

/** Returns the invite of a link. Its bearer sees only what the email contains. */
export async function lookAt(
  app: FastifyInstance,
  token: string,
  user_id: string | null,
): Promise<OfferedInvite> {
  const now = app.ports.now()
  const row = (await findInviteByToken(app.db, hashToken(token), now)) ?? refuse('invite_not_usable')
  const who = user_id === null ? null : await findInvited(app.db, user_id)
  const way = wayOn(row, who, user_id !== null && (await isActiveMember(app.db, row.lot_id, user_id)))
  const address = row.email ?? row.phone
  const isTheirs = way === 'ACCEPT' || (way === 'VERIFY' && (row.email !== null || who?.phone === row.phone))
  return toOfferedInvite(row, way, address === null ? null : isTheirs ? address : maskAddress(address))
}

/** Returns the invite to answer and locks it. Throws unless the caller has verified its address. */
async function lockTheirs(app: FastifyInstance, tx: Tx, which: Which, user_id: string): Promise<InviteRow> {
  const { token, invite_id } = which
  const now = app.ports.now()
  const found =
    token !== undefined
      ? await findInviteByToken(tx, hashToken(token), now)
      : await findInvite(tx, invite_id ?? '', now)
  const who = await findInvited(tx, user_id)
  // Without its link, an invite is visible only to its recipient.
  const isSeen = found && (token !== undefined || isFor(found, who))
  if (!found || !isSeen) return refuse(token === undefined ? 'not_found' : 'invite_not_usable')
  await lockInvite(tx, found.id)
  const row = (await findInvite(tx, found.id, now)) ?? refuse('not_found')
  if (row.status !== 'OPEN') refuse('invite_not_usable')
  switch (wayOn(row, who, false)) {
    case 'SIGN_IN':
      return refuse('account_needed')
    case 'VERIFY':
      return refuse('invite_needs_proof')
    case 'OTHER_ACCOUNT':
      return refuse('invite_for_another')
    default:
      return row
  }
}

const isFor = (row: InviteRow, who: Invited) =>
  (row.email !== null && row.email === who.verified_email) ||
  (row.phone !== null && row.phone === who.verified_phone)

/** Makes the caller a member through an invite, with its role, group, and spot. */
export async function accept(
  app: FastifyInstance,
  request: FastifyRequest,
  which: Which,
): Promise<Output<typeof acceptInviteRoute>> {
  const { user_id } = callerOf(request)
  const now = app.ports.now()
  const { id, lot_id, spot_given } = await app.db.transaction().execute(async (tx) => {
    const invite = await lockTheirs(app, tx, which, user_id)
    const { lot_id, kind, role, group_id, spot_id } = invite
    await refuseOutgrown(tx, invite)
    if (!(await useInvite(tx, invite, user_id, now))) refuse('already_member')
    await setSourceByInvite(tx, invite.id, user_id)
    // Lock spots before people, as everywhere.
    const spot_given = spot_id === null ? null : await giveSpot(tx, { lot_id, spot_id, user_id }, now)
    const entry = { lot_id, user_id, source: 'INVITE', role, group_id } as const
    const { before, after } = await activateMembership(app, tx, { ...entry, may_return: kind !== 'LINK' })
    if (kind === 'LINK' && before?.status === 'ACTIVE') refuse('already_member')
    const details = {
      membership_id: after.id,
      role: after.role,
      group_id: after.group_id,
      spot_id,
      spot_given,
    }
    request.lot_id = lot_id
    await writeAudit(tx, request, { action: 'invite.accept', ...subjectOf(invite.id), details })
    await notifyStaff(app, tx, { kind: 'MEMBERSHIP_TAKEN', lot_id, user_id, role: after.role })
    return { id: after.id, lot_id, spot_given }
  })
  app.changes.announce(lot_id)
  return { membership: await getMembership(app.db, id), spot_given }
}

/** Throws `invite_not_usable` if the inviter may no longer give the role. */
async function refuseOutgrown(tx: Tx, invite: InviteRow): Promise<void> {
  if (invite.role === 'MEMBER') return
  const by = await getStanding(tx, invite.lot_id, invite.created_by_user_id)
  if (roleRank(invite.role) > reachOf(by)) refuse('invite_not_usable')
}

export async function decline(app: FastifyInstance, request: FastifyRequest, which: Which): Promise<void> {
  const { user_id } = callerOf(request)
  await app.db.transaction().execute(async (tx) => {
    const invite = await lockTheirs(app, tx, which, user_id)
    // A shared link is for others too.
    if (invite.kind === 'LINK') return
    await updateInvite(tx, invite, { declined_at: app.ports.now().toISOString() })
  })
}
