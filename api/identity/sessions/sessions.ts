import type { SignedIn } from '@openspot/contract/identity/auth.ts'
import type { SignInMethod } from '@openspot/db/types.ts'
import {
  findRequestedLocale,
  findSameLocale,
  localeCookie,
  localeCookieSeconds,
  unchosenLanguage,
} from '@openspot/messages/locales.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../../errors.ts'
import { cookieName, hashToken } from '../../plugins/session.ts'
import { secretWord } from '../../ports.ts'
import { makeTicket } from '../tickets/tickets.ts'
import { getMe, setFirstLanguage } from '../users/users.sql.ts'
import { rememberDevice } from './known-devices.ts'
import {
  getSessionProof,
  getSignIn,
  hasSecondFactor,
  insertSession,
  revokeSession,
  updateToken,
} from './sessions.sql.ts'

const lastsDays = 30
const recentMinutes = 15
const ticketMinutes = 10

/** How a user has authenticated. */
export interface Proof {
  method: SignInMethod
  /** Whether the sign-in counts as two-step: a code was entered, or the device verified its user. */
  second_factor?: boolean
}

/**
 * Begins a new session and ends the one that the request came with. Every sign-in method ends here. A browser gets an
 * HttpOnly cookie; the client kind `app` gets the token itself. Throws `account_banned` for banned and deleted users. A
 * user with a second factor gets a ticket for it first.
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
  await insertSession(app.db, {
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
  if (request.caller) await endSession(app, request.caller.session_id)
  user.language = await chooseLanguage(app, request, user)
  const answer = handOver(app, request, reply, { user, token, seconds: lastsDays * 86_400 })
  if (user.account_status === 'ACTIVE') rememberDevice(app, request, reply, user_id)
  return answer
}

/** Returns the language of an account. A new one takes that of the request: the reader's choice, then their browser's. */
async function chooseLanguage(
  app: FastifyInstance,
  request: FastifyRequest,
  { id, language }: SignedIn['user'],
): Promise<string> {
  const locale = language === unchosenLanguage ? findRequestedLocale(request.headers) : null
  if (locale === null) return language
  await setFirstLanguage(app.db, id, locale)
  return locale
}

/** Continues the request's session under a new token. Verifying an address is no sign-in, so `signed_in_at` stays. */
export async function renewSession(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SignedIn> {
  const { session_id } = request.caller ?? refuse('sign_in_required')
  const token = secretWord(app.ports, 43)
  const kept = await updateToken(app.db, session_id, hashToken(token))
  if (!kept) return refuse('session_ended')
  const user = await getMe(app.db, kept.user_id)
  const seconds = Math.floor((Date.parse(kept.expires_at) - app.ports.now().getTime()) / 1000)
  return handOver(app, request, reply, { user, token, seconds })
}

function handOver(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
  { user, token, seconds }: { user: SignedIn['user']; token: string; seconds: number },
): SignedIn {
  if (request.client.kind === 'app') return { user, token, choose_password: false }
  reply.setCookie(cookieName(app.secure_cookies), token, {
    path: '/',
    httpOnly: true,
    secure: app.secure_cookies,
    sameSite: 'lax',
    maxAge: seconds,
  })
  // Pages are rendered in the language of the account on every device on which the person signs in.
  const locale = findSameLocale(user.language)
  if (locale) {
    reply.setCookie(localeCookie, locale, {
      path: '/',
      secure: app.secure_cookies,
      sameSite: 'lax',
      maxAge: localeCookieSeconds,
    })
  }
  return { user, token: null, choose_password: false }
}

/** Returns whether a session began in the last 15 minutes. */
export async function isRecent(app: FastifyInstance, session_id: string): Promise<boolean> {
  const { signed_in_at } = await getSignIn(app.db, session_id)
  return app.ports.now().getTime() - Date.parse(signed_in_at) <= recentMinutes * 60_000
}

/**
 * Throws `recent_sign_in_required` if the sign-in is older, or lacks the second factor that the account now has. It
 * protects actions that must not be possible with a found phone.
 */
export async function requireRecentSignIn(app: FastifyInstance, session_id: string): Promise<void> {
  const { second_factor, user_id } = await getSessionProof(app.db, session_id)
  if (!(await isRecent(app, session_id))) refuse('recent_sign_in_required')
  if (!second_factor && (await hasSecondFactor(app.db, user_id))) refuse('recent_sign_in_required')
}

/**
 * Throws `account_needed` unless the user has verified an address, because an unverified user must not add credentials
 * that outlive the verification.
 */
export async function requireAccount(app: FastifyInstance, user_id: string): Promise<void> {
  const user = await getMe(app.db, user_id)
  if (user.account_status === 'GHOST' || (user.email !== null && user.email_verified_at === null))
    refuse('account_needed', {
      message: (t) => t('apiErrors.identity.confirmFirst'),
    })
}

/** Revokes a session. Does nothing if it has ended already. */
export async function endSession(app: FastifyInstance, session_id: string): Promise<void> {
  const ended = await revokeSession(app.db, session_id, app.ports.now())
  // Open streams check their access again.
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
