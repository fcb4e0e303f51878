import type { LotRole, MembershipSource, MembershipStatus } from '../enums.ts'
import { mayMoveMembership, roleRank } from './states.ts'

/** The facts about the person who wants to change a membership. */
export interface Changer {
  /** True if it is their own membership. */
  is_self: boolean
  /** Their role in the lot, if their membership is ACTIVE. */
  role: LotRole | null
  is_platform_admin: boolean
  /** Whether the lot has an owner (SUPER_ADMIN); if not, the platform may appoint the first. */
  lot_has_owner: boolean
}

export interface MembershipFacts {
  role: LotRole
  status: MembershipStatus
  source: MembershipSource
  requested_at: string | null
}

export interface MembershipChange {
  status?: MembershipStatus | undefined
  role?: LotRole | undefined
  group_id?: string | null | undefined
}

/** Returns who must act on a membership: the person, to accept an offer by staff, or the staff, to answer a request. */
export function waitsFor({
  status,
  source,
  requested_at,
}: Omit<MembershipFacts, 'role'>): 'PERSON' | 'STAFF' | null {
  if (status === 'PENDING') return source === 'STAFF' || source === 'IMPORT' ? 'PERSON' : 'STAFF'
  return requested_at === null ? null : 'STAFF'
}

/**
 * Returns the highest rank of people that a person may change and of roles they may assign: an owner all, an admin
 * those below their own rank, a platform admin everyone below the owner (and the owner if there is none). 0 means
 * nobody.
 */
export function reachOf({ role, is_platform_admin, lot_has_owner }: Omit<Changer, 'is_self'>): number {
  const own = role === 'SUPER_ADMIN' ? 4 : role === 'ADMIN' ? 2 : 0
  const platform = is_platform_admin ? (lot_has_owner ? 3 : 4) : 0
  return Math.max(own, platform)
}

/**
 * Why a change is refused: it concerns a higher rank, would raise their own role, or is a transition they may not make.
 */
export type MoveFault = 'FORBIDDEN' | 'ABOVE' | 'OWN_ROLE' | 'MOVE' | 'THEIRS_TO_ACCEPT' | 'NOT_ASKED'

/** Returns why a person may not make a change to a membership; null if they may. */
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
    // Staff may lower their own role.
    if (reach === 0) return 'FORBIDDEN'
    if (!by.is_self && roleRank(role) > reach) return 'ABOVE'
  }
  if (group_id !== undefined && reach === 0) return 'FORBIDDEN'
  if (!by.is_self && roleRank(membership.role) > reach) return reach === 0 ? 'FORBIDDEN' : 'ABOVE'
  if (!isMove) return null
  if (!mayMoveMembership(membership.status, status)) return 'MOVE'
  return by.is_self ? ownMoveFault(membership, status) : staffMoveFault(membership, status)
}

/** The person may accept an offer, decline it, withdraw a request, or leave. */
function ownMoveFault(membership: MembershipFacts, to: MembershipStatus): MoveFault | null {
  if (to === 'ACTIVE')
    return waitsFor(membership) === 'PERSON' && membership.status === 'PENDING' ? null : 'MOVE'
  // A removed person cannot erase the removal by leaving.
  return to === 'DELETED' && membership.status !== 'REMOVED' ? null : 'FORBIDDEN'
}

/** Staff may approve requests, reject, remove, and undo a removal; nobody becomes a member without consent. */
function staffMoveFault(membership: MembershipFacts, to: MembershipStatus): MoveFault | null {
  const { status } = membership
  if (to === 'ACTIVE' && waitsFor(membership) === 'PERSON') return 'THEIRS_TO_ACCEPT'
  if (to === 'ACTIVE' && status === 'DELETED' && waitsFor(membership) !== 'STAFF') return 'NOT_ASKED'
  // Only the person can leave. For staff, DELETED clears an earlier rejection or removal.
  if (to === 'DELETED' && (status === 'ACTIVE' || status === 'PENDING')) return 'MOVE'
  return null
}
