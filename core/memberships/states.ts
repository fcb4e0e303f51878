import { isOneOf, type LotRole, lotRoles, type MembershipStatus } from '../enums.ts'

/** From each membership status, where it may move (specification, section 4; constants.json). */
const membershipMoves: Readonly<Record<MembershipStatus, readonly MembershipStatus[]>> = {
  ACTIVE: ['DELETED', 'REMOVED'],
  DELETED: ['ACTIVE', 'REMOVED'],
  PENDING: ['ACTIVE', 'REJECTED', 'DELETED', 'REMOVED'],
  REJECTED: ['ACTIVE', 'DELETED', 'REMOVED'],
  REMOVED: ['ACTIVE', 'DELETED'],
}

/** The rank of each role of a lot; a higher one may do what a lower one may (specification, section 5). */
const roleRanks: Readonly<Record<LotRole, number>> = {
  MEMBER: 1,
  PATROLLER: 2,
  ADMIN: 3,
  SUPER_ADMIN: 4,
}

/** The statuses a membership may move to; an unknown status may move nowhere. */
export function membershipMovesFrom(status: string): readonly MembershipStatus[] {
  return Object.hasOwn(membershipMoves, status) ? membershipMoves[status as MembershipStatus] : []
}

/** Whether a membership may go from one status to another. */
export function mayMoveMembership(from: string, to: string): boolean {
  return (membershipMovesFrom(from) as readonly string[]).includes(to)
}

/**
 * The role as one of the four. An unknown one counts as MEMBER, the least; `onUnknown` is told, so that the caller
 * can log the warning the specification asks for.
 */
export function knownRole(role: string, onUnknown?: (role: string) => void): LotRole {
  if (isOneOf(lotRoles, role)) return role
  onUnknown?.(role)
  return 'MEMBER'
}

/** The rank of a role, 1 to 4; an unknown role ranks as MEMBER. */
export function roleRank(role: string, onUnknown?: (role: string) => void): number {
  return roleRanks[knownRole(role, onUnknown)]
}

/** Whether a role ranks at least as high as another. */
export function isAtLeast(role: string, least: LotRole): boolean {
  return roleRank(role) >= roleRanks[least]
}
