import { createHash } from 'node:crypto'
import type { Subject } from '@openspot/contract/access.ts'
import type { LotRole } from '@openspot/core/enums.ts'
import { knownRole } from '@openspot/core/memberships/states.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findCaller, type SubjectRead, type SubjectRow } from './session.sql.ts'
import { noteSeen } from './session-seen.ts'

/** The session cookie's name. Over HTTPS, the prefix binds it to this host. */
export const cookieName = (secure: boolean) => (secure ? '__Host-openspot' : 'openspot')

/** The signed-in caller. */
export interface Caller {
  session_id: string
  user_id: string
  email: string | null
  roles: string[]
  language: string
  /** The platform admin who sees the product as this user, if one does: they only read. */
  viewer_user_id: string | null
}

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

export function tokenOf(request: FastifyRequest, app: FastifyInstance): string | null {
  const header = request.headers.authorization
  if (header?.startsWith('Bearer ')) return header.slice(7)
  return request.cookies[cookieName(app.secure_cookies)] ?? null
}

/** The role in the lot of the subject. One that a newer version added counts as MEMBER here. */
function roleOf(app: FastifyInstance, { lot_id, lot_role }: SubjectRow): LotRole | null {
  if (lot_role === null) return null
  return knownRole(lot_role, (role) =>
    app.log.warn({ event: 'role_unknown', role, lot_id }, 'an unknown role counts as MEMBER'),
  )
}

/**
 * Loads the caller, the subject of the call, and their relation in one round trip. Roles and memberships are read on
 * every request, so that changes apply from the next request on.
 */
export async function loadSession(
  app: FastifyInstance,
  token: string | null,
  subject: { kind: Subject['kind']; id: string } | null,
  read?: SubjectRead<unknown>,
): Promise<{ caller: Caller | null; is_banned: boolean; subject: SubjectRow | undefined; read: unknown }> {
  const now = app.ports.now()
  const row = await findCaller(app.pool, token === null ? null : hashToken(token), now, subject, read)
  if (row?.session_id && !row.seen_lately) noteSeen(app, row.session_id, now)
  const live = row?.account_status === 'ACTIVE' || row?.account_status === 'GHOST'
  return {
    caller:
      row?.session_id && live
        ? {
            session_id: row.session_id,
            user_id: row.user_id,
            email: row.email,
            roles: row.roles,
            language: row.language,
            viewer_user_id: row.viewer_user_id,
          }
        : null,
    is_banned: row?.account_status === 'BANNED',
    subject: row?.found
      ? {
          lot_id: row.lot_id,
          owner_id: row.owner_id,
          host_id: row.host_id,
          earner_id: row.earner_id,
          is_private: row.is_private,
          // A banned or erased user has no role in a lot, whatever their membership says.
          lot_role: live ? roleOf(app, row) : null,
        }
      : undefined,
    read: row?.read ?? null,
  }
}
