import type { Db } from '@openspot/db/database.ts'
import type { FastifyRequest } from 'fastify'

const staffGrants: readonly string[] = ['patroller', 'admin', 'super_admin', 'platform_admin']

/**
 * Returns whether the caller is staff of the lot. In a public lot everyone is granted access as the public, including
 * staff, so the membership is checked then.
 */
export async function isStaff(db: Db, request: FastifyRequest): Promise<boolean> {
  const { granted, caller, lot_id } = request
  if (granted !== null && staffGrants.includes(granted)) return true
  if (caller === null || lot_id === null) return false
  if (caller.roles.includes('OPENSPOT_ADMIN')) return true
  const membership = await db
    .selectFrom('memberships')
    .select('role')
    .where('lot_id', '=', lot_id)
    .where('user_id', '=', caller.user_id)
    .where('status', '=', 'ACTIVE')
    .where('role', '<>', 'MEMBER')
    .executeTakeFirst()
  return membership !== undefined
}
