import type { Me } from '@openspot/contract/identity/users.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { writeEmail } from '../../platform/emails/emails.sql.ts'
import { phoneSignInEmail } from '../../platform/emails/identity-email-templates.ts'
import { findTokensValidAfter } from '../auth/auth.sql.ts'
import { signUpFacts } from '../auth/request-link.ts'
import { knownDevice } from '../sessions/known-devices.ts'

/**
 * Emails the owner of an account that someone signed in with its number in a browser that has not signed in to it before: a SIM card can
 * be swapped, and a number can be given to someone else.
 */
export async function tellOfPhoneSignIn(
  app: FastifyInstance,
  request: FastifyRequest,
  user: Me,
): Promise<void> {
  if (user.email === null || user.email_verified_at === null) return
  const account = await findTokensValidAfter(app.db, user.id)
  const tokens_valid_after = account?.tokens_valid_after ?? null
  if (knownDevice(app, request, { id: user.id, tokens_valid_after }) !== null) return
  const to_address = user.email
  const facts = signUpFacts(app, request, user)
  const url = `${app.settings.public_url}/me/profile`
  await app.db.transaction().execute(async (tx) => {
    const content = phoneSignInEmail(translatorFor(user.language), facts, url)
    await writeEmail(tx, { ...content, to_address, kind: 'phone_sign_in' }, app.ports.now())
  })
}
