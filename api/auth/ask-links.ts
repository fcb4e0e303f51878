import { deviceName } from '@openspot/core/text/device.ts'
import type { Db } from '@openspot/db/database.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import {
  confirmNewEmailEmail,
  confirmSignUpEmail,
  type SignUpFacts,
  signUpTakenEmail,
} from '../emails/identity-letters.ts'
import { guestLinkEmail, resetPasswordEmail, signInLinkEmail } from '../emails/letters.ts'
import { findByEmail, findClaimant } from './auth.sql.ts'
import { linkMinutes, type Mailer, writeLink } from './links.ts'

/** A link that somebody asked for. What it leads to is looked up by the job. */
export type AskedLink =
  | { for: 'SIGN_IN' | 'RESET_PASSWORD' | 'GUEST'; email: string }
  | { for: 'SIGN_UP'; email: string; user_id: string; facts: SignUpFacts }
  | { for: 'NEW_EMAIL'; email: string; user_id: string }

/** As it is queued, with when it was asked for. Jobs of an older version do not say. */
export type QueuedLink = AskedLink & { asked_at?: string }

/**
 * Queues a link. The answer to whoever asks is given before anything is looked up, so that neither its words nor the time
 * it takes tell whether an address is known.
 */
export async function askForLink(db: Db, asked: AskedLink, now: Date): Promise<void> {
  const queued: QueuedLink = { ...asked, asked_at: now.toISOString() }
  await sql`select graphile_worker.add_job('send_link', ${JSON.stringify(queued)}::json, max_attempts => 12)`.execute(
    db,
  )
}

/** What the email about a sign-up says of who asked for it. */
export function signUpFacts(
  app: FastifyInstance,
  request: FastifyRequest,
  { first_name, last_name }: { first_name: string | null; last_name: string | null },
): SignUpFacts {
  return {
    name: [first_name, last_name].filter(Boolean).join(' '),
    device: deviceName(
      request.headers['user-agent'] ?? null,
      request.client.kind === 'app' ? 'Openspot app' : null,
    ),
    at: app.ports.now().toISOString(),
  }
}

const purposes = {
  SIGN_IN: 'SIGN_IN',
  RESET_PASSWORD: 'RESET_PASSWORD',
  GUEST: 'GUEST',
  SIGN_UP: 'VERIFY_EMAIL',
  NEW_EMAIL: 'VERIFY_EMAIL',
} as const

/** Whether so much time has passed that nobody waits for the link any more: half of its life, as for the email itself. */
export function isTooLate({ ports }: Pick<Mailer, 'ports'>, asked: QueuedLink): boolean {
  if (asked.asked_at === undefined) return false
  const waited = ports.now().getTime() - Date.parse(asked.asked_at)
  return waited >= linkMinutes[purposes[asked.for]] * 30_000
}

/** Sends a link that was asked for, if the address is known. */
export async function sendAskedLink(mailer: Mailer, asked: AskedLink): Promise<void> {
  await mailer.db.transaction().execute(async (tx) => {
    if (asked.for === 'SIGN_UP') return sendSignUpLink(mailer, tx, asked)
    const { email } = asked
    if (asked.for === 'NEW_EMAIL') {
      const of = { user_id: asked.user_id, email, purpose: 'VERIFY_EMAIL' as const }
      return writeLink(mailer, tx, of, confirmNewEmailEmail)
    }
    const known = asked.for === 'GUEST' ? undefined : await findByEmail(tx, email)
    if (known?.account_status === 'BANNED') return
    if (!known && !(await findClaimant(tx, email))) return
    const letter = { SIGN_IN: signInLinkEmail, RESET_PASSWORD: resetPasswordEmail, GUEST: guestLinkEmail }
    // A guest's link is for the address: a stranger who typed it too cannot steer or delete the link with their record.
    await writeLink(mailer, tx, { user_id: known?.id ?? null, email, purpose: asked.for }, letter[asked.for])
  })
}

/** Whoever owns the address is told: that it waits to be confirmed, or that they have an account already. */
async function sendSignUpLink(
  mailer: Mailer,
  tx: Db,
  { email, user_id, facts }: Extract<AskedLink, { for: 'SIGN_UP' }>,
): Promise<void> {
  const known = await findByEmail(tx, email)
  if (known?.account_status === 'BANNED') return
  if (known?.account_status === 'ACTIVE') {
    const of = { user_id: known.id, email, purpose: 'SIGN_IN' as const, kind: 'sign_up_taken' }
    return writeLink(mailer, tx, of, (link) => signUpTakenEmail({ ...facts, ...link }))
  }
  const person = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', user_id)
    .where('account_status', '=', 'GHOST')
    .forUpdate()
    .executeTakeFirst()
  // Merged or erased since.
  if (!person) return
  await writeLink(mailer, tx, { user_id, email, purpose: 'VERIFY_EMAIL' }, (link) =>
    confirmSignUpEmail({ ...facts, ...link }),
  )
}
