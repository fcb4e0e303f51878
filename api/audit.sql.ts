import type { Db } from '@openspot/db/database.ts'
import type { FastifyRequest } from 'fastify'

/** Notes who did what, in the same transaction as the deed. */
export async function writeAudit(
  tx: Db,
  request: FastifyRequest,
  deed: { action: string; subject_kind: string; subject_id: string; details?: Record<string, unknown> },
): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      at: request.server.ports.now().toISOString(),
      lot_id: request.lot_id,
      actor_user_id: request.caller?.user_id ?? null,
      actor_role: request.granted ?? 'anonymous',
      action: deed.action,
      subject_kind: deed.subject_kind,
      subject_id: deed.subject_id,
      details: JSON.stringify(deed.details ?? {}),
      request_id: request.id,
    })
    .execute()
}
