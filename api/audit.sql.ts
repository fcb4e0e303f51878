import { createHash } from 'node:crypto'
import type { AuditAction } from '@openspot/core/audit/actions.ts'
import type { Db, Tx } from '@openspot/db/database.ts'
import type { FastifyRequest } from 'fastify'

/** Writes an audit entry. Must run in the transaction of the change. */
export async function writeAudit(tx: Tx, request: FastifyRequest, entry: Action): Promise<void> {
  await insert(tx, request, entry).execute()
}

/** Writes an audit entry for a call that only reads, and so has no transaction. */
export async function writeReadAudit(db: Db, request: FastifyRequest, deed: Action): Promise<void> {
  await insert(db, request, deed).execute()
}

/** Writes an audit entry for a change that the system made on schedule. Must run in the transaction of the change. */
export async function writeOwnAudit(tx: Tx, at: Date, entry: Action & { lot_id: string }): Promise<void> {
  const { lot_id, action, subject_kind, subject_id, details = {} } = entry
  const of = { at: at.toISOString(), lot_id, actor_role: 'system', action, subject_kind, subject_id }
  await tx
    .insertInto('audit_log')
    .values({ ...of, details: JSON.stringify(details) })
    .execute()
}

/**
 * Writes an audit entry for a change that must happen once per idempotency key, because an interrupted client repeats a
 * request that was committed but not answered. Returns false if the change was already made; the caller must then do
 * nothing.
 */
export async function writeAuditOnce(tx: Tx, request: FastifyRequest, entry: Action): Promise<boolean> {
  const noted = await insert(tx, request, entry, actionId(request))
    .onConflict((on) => on.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return noted !== undefined
}

/**
 * Returns a UUID derived from the caller, route, and idempotency key, by which a repeated request finds what it
 * created.
 */
export function actionId(request: FastifyRequest): string {
  const of = [request.method, request.routeOptions.url, request.caller?.user_id, request.idempotency_key]
  const hex = createHash('sha256').update(JSON.stringify(of)).digest('hex')
  return hex.slice(0, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-8$3-8$4-$5')
}

export interface Action {
  action: AuditAction
  subject_kind: string
  subject_id: string
  details?: Record<string, unknown>
  /** Set if it is not the lot of the route. */
  lot_id?: string
}

function insert(db: Db, request: FastifyRequest, entry: Action, id?: string) {
  return db.insertInto('audit_log').values({
    ...(id === undefined ? {} : { id }),
    at: request.server.ports.now().toISOString(),
    lot_id: entry.lot_id ?? request.lot_id,
    actor_user_id: request.caller?.user_id ?? null,
    actor_role: request.granted ?? 'anonymous',
    action: entry.action,
    subject_kind: entry.subject_kind,
    subject_id: entry.subject_id,
    details: JSON.stringify(entry.details ?? {}),
    request_id: request.id,
  })
}
