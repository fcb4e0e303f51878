import type { LotRole, MembershipSource } from '@openspot/core/enums.ts'
import { roleRank } from '@openspot/core/memberships/states.ts'
import type { Tx } from '@openspot/db/database.ts'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../errors.ts'
import { insertMembership, lockMembership, type MembershipRow, updateMembership } from './memberships.sql.ts'

interface Entry {
  lot_id: string
  user_id: string
  source: MembershipSource
  role: LotRole
  group_id: string | null
  /**
   * Whether a person whom staff rejected or removed may return: only by something that staff gave to them personally.
   */
  may_return: boolean
}

/**
 * Makes a user an ACTIVE member through a code or an invite. An existing member never loses by it: they keep the higher
 * of the two roles, and their group.
 */
export async function activateMembership(
  app: Pick<FastifyInstance, 'ports'>,
  tx: Tx,
  entry: Entry,
): Promise<{ before: MembershipRow | null; after: MembershipRow }> {
  const { lot_id, user_id, source, role, group_id } = entry
  const now = app.ports.now()
  const made = await insertMembership(tx, {
    id: app.ports.id(),
    lot_id,
    user_id,
    role,
    source,
    group_id,
    now,
    status: 'ACTIVE',
    requested_at: null,
  })
  if (made) return { before: null, after: made }
  const before = (await lockMembership(tx, { lot_id, user_id })) ?? refuse('not_found')
  const isTurnedAway = before.status === 'REMOVED' || before.status === 'REJECTED'
  if (isTurnedAway && !entry.may_return) refuse('join_refused')
  const keeps = before.status === 'ACTIVE' || before.status === 'PENDING'
  const after = await updateMembership(
    tx,
    before,
    {
      status: 'ACTIVE',
      role: keeps && roleRank(before.role) > roleRank(role) ? before.role : role,
      group_id: (keeps ? before.group_id : null) ?? group_id,
      requested_at: null,
      ...(before.status === 'ACTIVE' ? {} : { source }),
    },
    now,
  )
  return { before, after }
}
