import type { SignedIn } from '@openspot/contract/auth.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../errors.ts'
import { cookieName, hashToken } from '../plugins/session.ts'
import { secretWord } from '../ports.ts'
import { getMe } from '../users/users.sql.ts'

const lastsDays = 30
const recentMinutes = 15

/**
 * Begins a session, always a new one. A browser gets a cookie that scripts cannot read; the client kind `app` gets the
 * token itself. Banned and deleted people get none.
 */
export async function beginSession(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  user_id: string,
): Promise<SignedIn> {
  const user = await getMe(app.db, user_id)
  if (user.account_status === 'BANNED' || user.account_status === 'DELETED') refuse('account_banned')
  const token = secretWord(app.ports, 43)
  const now = app.ports.now()
  const expires = new Date(now.getTime() + lastsDays * 86_400_000)
  await app.db
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      user_id,
      client_kind: request.client.kind,
      client_platform: request.client.platform,
      user_agent: request.headers['user-agent']?.slice(0, 400) ?? null,
      signed_in_at: now.toISOString(),
      expires_at: expires.toISOString(),
    })
    .execute()
  if (request.client.kind === 'app') return { user, token }
  reply.setCookie(cookieName(app.secure_cookies), token, {
    path: '/',
    httpOnly: true,
    secure: app.secure_cookies,
    sameSite: 'lax',
    maxAge: lastsDays * 86_400,
  })
  return { user, token: null }
}

/** Who signed in longer ago has to do it again before something is done that a found phone should not be able to. */
export async function requireRecentSignIn(app: FastifyInstance, session_id: string): Promise<void> {
  const { signed_in_at } = await app.db
    .selectFrom('sessions')
    .select('signed_in_at')
    .where('id', '=', session_id)
    .executeTakeFirstOrThrow()
  if (app.ports.now().getTime() - Date.parse(signed_in_at) > recentMinutes * 60_000)
    refuse('recent_sign_in_required')
}

export async function endSession(app: FastifyInstance, session_id: string): Promise<void> {
  await app.db
    .updateTable('sessions')
    .set({ revoked_at: app.ports.now().toISOString() })
    .where('id', '=', session_id)
    .where('revoked_at', 'is', null)
    .execute()
}

export function clearCookie(app: FastifyInstance, reply: FastifyReply): void {
  reply.clearCookie(cookieName(app.secure_cookies), {
    path: '/',
    httpOnly: true,
    secure: app.secure_cookies,
    sameSite: 'lax',
  })
}
