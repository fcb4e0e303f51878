import { isOneOf, type LotRole, lotRoles, type MembershipStatus } from '../enums.ts'

/**
 * The allowed transitions from each membership status. The database enforces the same list, its table
 * `membership_moves`; a test compares the two.
 */
export const membershipMoves: Readonly<Record<MembershipStatus, readonly MembershipStatus[]>> = {
  ACTIVE: ['DELETED', 'REMOVED'],
  DELETED: ['ACTIVE', 'REMOVED'],
  PENDING: ['ACTIVE', 'REJECTED', 'DELETED', 'REMOVED'],
  REJECTED: ['ACTIVE', 'DELETED', 'REMOVED'],
  REMOVED: ['ACTIVE', 'DELETED'],
}

/** The rank of each lot role; a higher role may do everything that a lower one may. */
const roleRanks: Readonly<Record<LotRole, number>> = {
  MEMBER: 1,
  PATROLLER: 2,
  ADMIN: 3,
  SUPER_ADMIN: 4,
}

/** Returns the statuses that a membership may change to; none for an unknown status. */
export function membershipMovesFrom(status: string): readonly MembershipStatus[] {
  return Object.hasOwn(membershipMoves, status) ? membershipMoves[status as MembershipStatus] : []
}

export function mayMoveMembership(from: string, to: string): boolean {
  return (membershipMovesFrom(from) as readonly string[]).includes(to)
}

/**
 * Returns the role if it is known. An unknown role counts as MEMBER, the lowest, and is reported to `onUnknown` so that
 * the caller can log a warning.
 */
export function knownRole(role: string, onUnknown?: (role: string) => void): LotRole {
  if (isOneOf(lotRoles, role)) return role
  onUnknown?.(role)
  return 'MEMBER'
}

/** Returns the rank of a role, 1 to 4; an unknown role ranks as MEMBER. */
export function roleRank(role: string, onUnknown?: (role: string) => void): number {
  return roleRanks[knownRole(role, onUnknown)]
}
