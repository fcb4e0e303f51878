import type { LotRole, MembershipSource, MembershipStatus } from '../enums.ts'
import { mayMoveMembership, roleRank } from './states.ts'

/** Who wants to change a membership, as far as it matters. */
export interface Changer {
  /** It is their own. */
  is_self: boolean
  /** Their own role in the lot, while their membership is ACTIVE. */
  role: LotRole | null
  is_platform_admin: boolean
  /** Whether the lot has a super admin: where there is none, the platform may appoint the first. */
  lot_has_owner: boolean
}

export interface MembershipFacts {
  role: LotRole
  status: MembershipStatus
  source: MembershipSource
  asked_at: string | null
}

export interface MembershipChange {
  status?: MembershipStatus | undefined
  role?: LotRole | undefined
  group_id?: string | null | undefined
}

/** For whom a membership waits: for the person to accept what staff offered, or for staff to answer who asked. */
export function waitsFor({
  status,
  source,
  asked_at,
}: Omit<MembershipFacts, 'role'>): 'PERSON' | 'STAFF' | null {
  if (status === 'PENDING') return source === 'STAFF' || source === 'IMPORT' ? 'PERSON' : 'STAFF'
  return asked_at === null ? null : 'STAFF'
}

/**
 * The highest rank of people whom somebody may change, and of roles that they may give: all below their own, a super
 * admin all. The platform repairs what is below the owner. 0: nobody.
 */
export function reachOf({ role, is_platform_admin, lot_has_owner }: Omit<Changer, 'is_self'>): number {
  const own = role === 'SUPER_ADMIN' ? 4 : role === 'ADMIN' ? 2 : 0
  const platform = is_platform_admin ? (lot_has_owner ? 3 : 4) : 0
  return Math.max(own, platform)
}

/** Why a change is refused: it is above them, would raise their own role, or is no move that they may make. */
export type MoveFault = 'FORBIDDEN' | 'ABOVE' | 'OWN_ROLE' | 'MOVE' | 'THEIRS_TO_ACCEPT' | 'NOT_ASKED'

/** Whether somebody may change a membership so; null if they may. */
export function moveFault(
  by: Changer,
  membership: MembershipFacts,
  change: MembershipChange,
): MoveFault | null {
  const reach = reachOf(by)
  const { status, role, group_id } = change
  const isMove = status !== undefined && status !== membership.status
  const isNewRole = role !== undefined && role !== membership.role
  if (isNewRole) {
    const isRaise = roleRank(role) > roleRank(membership.role)
    if (by.is_self && isRaise) return reach === 0 ? 'FORBIDDEN' : 'OWN_ROLE'
    // Who is staff may step down.
    if (reach === 0) return 'FORBIDDEN'
    if (!by.is_self && roleRank(role) > reach) return 'ABOVE'
  }
  if (group_id !== undefined && reach === 0) return 'FORBIDDEN'
  if (!by.is_self && roleRank(membership.role) > reach) return reach === 0 ? 'FORBIDDEN' : 'ABOVE'
  if (!isMove) return null
  if (!mayMoveMembership(membership.status, status)) return 'MOVE'
  return by.is_self ? ownMoveFault(membership, status) : staffMoveFault(membership, status)
}

/** The person accepts what is offered to them, declines, takes a request back, leaves. */
function ownMoveFault(membership: MembershipFacts, to: MembershipStatus): MoveFault | null {
  if (to === 'ACTIVE')
    return waitsFor(membership) === 'PERSON' && membership.status === 'PENDING' ? null : 'MOVE'
  // Who was put out does not wipe that away by leaving.
  return to === 'DELETED' && membership.status !== 'REMOVED' ? null : 'FORBIDDEN'
}

/** Staff let in who asked, turn down, put out, and take that back; nobody is made a member against their will. */
function staffMoveFault(membership: MembershipFacts, to: MembershipStatus): MoveFault | null {
  const { status } = membership
  if (to === 'ACTIVE' && waitsFor(membership) === 'PERSON') return 'THEIRS_TO_ACCEPT'
  if (to === 'ACTIVE' && status === 'DELETED' && waitsFor(membership) !== 'STAFF') return 'NOT_ASKED'
  // Leaving is the person's own; staff forget a refusal by it.
  if (to === 'DELETED' && (status === 'ACTIVE' || status === 'PENDING')) return 'MOVE'
  return null
}
