import type { Tx } from '@openspot/db/database.ts'
import type { FastifyRequest } from 'fastify'
import { type Action, writeAudit } from '../../audit.sql.ts'
import { callerOf } from '../../plugins/access.ts'

/** Who is responsible for an invite: the caller of a request, or the owner who connected the data source that caused it. */
export interface InviteAuthor {
  user_id: string
  writeAudit(tx: Tx, entry: Action): Promise<void>
}

export const authorOf = (request: FastifyRequest): InviteAuthor => ({
  user_id: callerOf(request).user_id,
  writeAudit: (tx, entry) => writeAudit(tx, request, entry),
})
