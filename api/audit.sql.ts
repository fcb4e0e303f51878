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
export const writeOwnAudit = (tx: Tx, at: Date, entry: OwnAction): Promise<void> =>
  writeOwnAudits(tx, at, [entry])

/** Writes an entry for each of several such changes. */
export async function writeOwnAudits(tx: Tx, at: Date, entries: readonly OwnAction[]): Promise<void> {
  const rows = entries.map(({ lot_id, action, subject_kind, subject_id, details = {} }) => {
    const of = { at: at.toISOString(), lot_id, actor_role: 'system', action, subject_kind, subject_id }
    return { ...of, details: JSON.stringify(details) }
  })
  if (rows.length > 0) await tx.insertInto('audit_log').values(rows).execute()
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

/** `lot_id` is null if the change concerns no lot. */
type OwnAction = Omit<Action, 'lot_id'> & { lot_id: string | null }

function insert(db: Db, request: FastifyRequest, entry: Action, id?: string) {
  const viewer = request.caller?.viewer_user_id ?? null
  return db.insertInto('audit_log').values({
    ...(id === undefined ? {} : { id }),
    at: request.server.ports.now().toISOString(),
    lot_id: entry.lot_id ?? request.lot_id,
    // What an admin reads as another user is read by the admin.
    actor_user_id: viewer ?? request.caller?.user_id ?? null,
    actor_role: viewer ? 'platform_admin' : (request.granted ?? 'anonymous'),
    action: entry.action,
    subject_kind: entry.subject_kind,
    subject_id: entry.subject_id,
    details: JSON.stringify(entry.details ?? {}),
    request_id: request.id,
  })
}
