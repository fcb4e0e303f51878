import type { FastifyRequest } from 'fastify'

const staffGrants: readonly string[] = ['patroller', 'admin', 'super_admin', 'platform_admin']

/**
 * Returns whether the caller is staff of the lot that the call is about. In a public lot everyone is granted access as the public,
 * including staff, so their role counts then.
 */
export function isStaff({ granted, caller, lot_id, lot_role }: FastifyRequest): boolean {
  if (granted !== null && staffGrants.includes(granted)) return true
  if (caller === null || lot_id === null) return false
  return caller.roles.includes('OPENSPOT_ADMIN') || (lot_role !== null && lot_role !== 'MEMBER')
}
