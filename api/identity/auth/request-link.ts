import { deviceOf } from '@openspot/core/text/device.ts'
import type { Db, Tx } from '@openspot/db/database.ts'
import { findRequestedLocale, findSameLocale, type Locale } from '@openspot/messages/locales.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  confirmNewEmailEmail,
  confirmSignUpEmail,
  linkEmail,
  type SignUpFacts,
  signUpTakenEmail,
} from '../../platform/emails/identity-email-templates.ts'
import { findByEmail, findClaimant, lockGuest } from './auth.sql.ts'
import { addLinkJob } from './links.sql.ts'
import { linkMinutes, type Mailer, writeLink } from './links.ts'

/** A requested link. The job looks up what it leads to. */
export type RequestedLink =
  | { for: 'SIGN_IN' | 'RESET_PASSWORD' | 'GUEST'; email: string; next?: string }
  | { for: 'SIGN_UP'; email: string; user_id: string; facts: SignUpFacts; next?: string }
  | { for: 'NEW_EMAIL'; email: string; user_id: string }

/** The queued form, with the time and locale of the request. Jobs queued by older versions lack them. */
export type QueuedLink = RequestedLink & { requested_at?: string; locale?: Locale | null }

/**
 * Queues a link. The caller is answered before anything is looked up, so that neither the text nor the timing of the
 * answer reveals whether an address is known.
 */
export async function requestLink(
  db: Db,
  request: Pick<FastifyRequest, 'headers'>,
  requested: RequestedLink,
  now: Date,
): Promise<void> {
  const locale = findRequestedLocale(request.headers)
  const queued: QueuedLink = { ...requested, requested_at: now.toISOString(), locale }
  await addLinkJob(db, queued)
}

/** Returns what the sign-up email says about who requested it. */
export function signUpFacts(
  app: FastifyInstance,
  request: FastifyRequest,
  { first_name, last_name }: { first_name: string | null; last_name: string | null },
): SignUpFacts {
  const { browser, system } = deviceOf(request.headers['user-agent'] ?? null)
  return {
    name: [first_name, last_name].filter(Boolean).join(' '),
    program: browser,
    system,
    is_app: request.client.kind === 'app',
    at: app.ports.now().toISOString(),
    zone: request.client.time_zone,
  }
}

const purposes = {
  SIGN_IN: 'SIGN_IN',
  RESET_PASSWORD: 'RESET_PASSWORD',
  GUEST: 'GUEST',
  SIGN_UP: 'VERIFY_EMAIL',
  NEW_EMAIL: 'VERIFY_EMAIL',
} as const

/**
 * Returns whether half of the link's lifetime has passed since the request, so the requester is no longer waiting for it.
 * Emails use the same limit.
 */
export function isTooLate({ ports }: Pick<Mailer, 'ports'>, requested: QueuedLink): boolean {
  if (requested.requested_at === undefined) return false
  const waited = ports.now().getTime() - Date.parse(requested.requested_at)
  return waited >= linkMinutes[purposes[requested.for]] * 30_000
}

/** Sends a requested link if the address is known. */
export async function sendRequestedLink(deps: Mailer, requested: QueuedLink): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    if (requested.for === 'SIGN_UP') return sendSignUpLink(deps, tx, requested)
    const { email, locale = null } = requested
    if (requested.for === 'NEW_EMAIL') {
      const of = { user_id: requested.user_id, email, purpose: 'VERIFY_EMAIL' as const, locale }
      return writeLink(deps, tx, of, confirmNewEmailEmail)
    }
    const known = requested.for === 'GUEST' ? undefined : await findByEmail(tx, email)
    if (known?.account_status === 'BANNED') return
    const claimant = known ? undefined : await findClaimant(tx, email)
    if (!known && !claimant) return
    // A guest's link belongs to the address, not to a user: a stranger who typed the address too cannot redirect or
    // delete it through their own record.
    await writeLink(
      deps,
      tx,
      {
        user_id: known?.id ?? null,
        email,
        purpose: requested.for,
        next: requested.next,
        locale: findSameLocale(claimant?.language ?? null) ?? locale,
      },
      linkEmail(requested.for),
    )
  })
}

/** Emails the owner of the address that they must confirm it, or that they already have an account. */
async function sendSignUpLink(
  deps: Mailer,
  tx: Tx,
  { email, user_id, facts, next, locale = null }: Extract<QueuedLink, { for: 'SIGN_UP' }>,
): Promise<void> {
  const known = await findByEmail(tx, email)
  if (known?.account_status === 'BANNED') return
  if (known?.account_status === 'ACTIVE') {
    const of = { user_id: known.id, email, purpose: 'SIGN_IN' as const, kind: 'sign_up_taken', next, locale }
    return writeLink(deps, tx, of, (t, link) => signUpTakenEmail(t, facts, link))
  }
  // The user was merged or erased since.
  if (!(await lockGuest(tx, user_id))) return
  await writeLink(deps, tx, { user_id, email, purpose: 'VERIFY_EMAIL', next, locale }, (t, link) =>
    confirmSignUpEmail(t, facts, link),
  )
}
