import type { SignedIn } from '@openspot/contract/auth.ts'
import type { SignInMethod } from '@openspot/db/types.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../errors.ts'
import { cookieName, hashToken } from '../plugins/session.ts'
import { secretWord } from '../ports.ts'
import { hasSecondFactor } from '../second-factors/second-factors.sql.ts'
import { getMe } from '../users/users.sql.ts'
import { makeTicket } from './tickets.ts'

const lastsDays = 30
const recentMinutes = 15
const ticketMinutes = 10

/** How somebody has shown who they are. */
export interface Proof {
  method: SignInMethod
  /** Whether it counts for two steps: a code was given, or the device has looked who holds it. */
  second_factor?: boolean
}

/**
 * Begins a session, always a new one: the one that the request came with ends. All ways in come here. A browser gets a
 * cookie that scripts cannot read; the client kind `app` gets the token itself. Banned and deleted people get none, and
 * who has a second factor gets a ticket first.
 */
export async function beginSession(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  user_id: string,
  { method, second_factor = false }: Proof = { method: 'LINK' },
): Promise<SignedIn> {
  const user = await getMe(app.db, user_id)
  if (user.account_status === 'BANNED' || user.account_status === 'DELETED') refuse('account_banned')
  if (!second_factor && (await hasSecondFactor(app.db, user_id))) {
    const ticket = makeTicket(app, 'second factor', { user_id, method }, ticketMinutes)
    refuse('second_factor_required', { details: { ticket } })
  }
  const token = secretWord(app.ports, 43)
  const now = app.ports.now()
  const expires = new Date(now.getTime() + lastsDays * 86_400_000)
  await app.db
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      user_id,
      method,
      second_factor,
      client_kind: request.client.kind,
      client_platform: request.client.platform,
      user_agent: request.headers['user-agent']?.slice(0, 400) ?? null,
      signed_in_at: now.toISOString(),
      expires_at: expires.toISOString(),
    })
    .execute()
  if (request.caller) await endSession(app, request.caller.session_id)
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
  const ended = await app.db
    .updateTable('sessions')
    .set({ revoked_at: app.ports.now().toISOString() })
    .where('id', '=', session_id)
    .where('revoked_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  // Streams that are open look again whether they may stay so.
  if (ended) app.changes.announce(ended.user_id)
}

export function clearCookie(app: FastifyInstance, reply: FastifyReply): void {
  reply.clearCookie(cookieName(app.secure_cookies), {
    path: '/',
    httpOnly: true,
    secure: app.secure_cookies,
    sameSite: 'lax',
  })
}
