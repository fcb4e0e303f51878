import type { PhoneTicket } from '@openspot/contract/identity/phone-codes.ts'
import { PHONE_CODE_MINUTES, PHONE_CODE_WAIT_SECONDS } from '@openspot/core/phones/codes.ts'
import type { Tx } from '@openspot/db/database.ts'
import type { PhoneCodePurpose } from '@openspot/db/types.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../../errors.ts'
import { hasTexts } from '../../messaging.ts'
import { writeCode } from '../../platform/texts/texts.sql.ts'
import { translatorOf } from '../../plugins/locale.ts'
import { hashToken } from '../../plugins/session.ts'
import { secretWord, sixDigits } from '../../ports.ts'
import { holdCodeLimits } from './code-limits.ts'
import { type CodeOf, insertPhoneCode, tryPhoneCode, usePhoneCode } from './phone-codes.sql.ts'

const texts = { SIGN_IN: 'texts.signInCode', PROVE_NUMBER: 'texts.numberCode' } as const

/**
 * Texts a code to a number and returns the ticket that it is valid with. Nothing about the number is looked up, and a number that stopped
 * our texts gets the same answer, so that the answer tells nothing. Throws `texts_unavailable` and `too_many_requests`.
 */
export async function sendPhoneCode(
  app: FastifyInstance,
  request: FastifyRequest,
  { phone, purpose, user_id }: { phone: string; purpose: PhoneCodePurpose; user_id: string | null },
): Promise<PhoneTicket> {
  if (!hasTexts(app)) return refuse('texts_unavailable')
  await holdCodeLimits(app, request, phone)
  const ticket = secretWord(app.ports, 40)
  const code = sixDigits(app.ports)
  const now = app.ports.now()
  const ends_at = new Date(now.getTime() + PHONE_CODE_MINUTES * 60_000)
  const { host } = new URL(app.settings.public_url)
  // Browsers that know this last line offer the code only on our own site.
  const binding = `@${host} #${code}`
  const body = translatorOf(request)(texts[purpose], { code, binding, minutes: PHONE_CODE_MINUTES })
  await app.db.transaction().execute(async (tx) => {
    await insertPhoneCode(tx, {
      ticket_hash: hashToken(ticket),
      purpose,
      phone,
      user_id,
      code_hash: app.secrets.sign('phone code', `${purpose} ${ticket} ${code}`),
      created_at: now.toISOString(),
      expires_at: ends_at.toISOString(),
    })
    await writeCode(tx, { phone, body, user_id, ends_at }, now)
  })
  return { ticket, wait_seconds: PHONE_CODE_WAIT_SECONDS }
}

/**
 * Consumes a code and calls `then` with the number that it verified, in one transaction. A wrong code counts even if the request fails
 * later. Throws `text_code_wrong`.
 */
export async function takePhoneCode<T>(
  app: FastifyInstance,
  given: { ticket: string; code: string },
  of: Omit<CodeOf, 'ticket_hash'>,
  then: (tx: Tx, phone: string) => Promise<T>,
): Promise<T> {
  const now = app.ports.now()
  const ticket_hash = hashToken(given.ticket)
  const right = await tryPhoneCode(app.db, { ...of, ticket_hash }, now)
  const text = `${of.purpose} ${given.ticket} ${given.code}`
  if (right === undefined || !app.secrets.verify('phone code', text, right))
    return refuse('text_code_wrong', { field: 'code' })
  return app.db.transaction().execute(async (tx) => {
    const phone = await usePhoneCode(tx, ticket_hash, now)
    return phone === undefined ? refuse('text_code_wrong', { field: 'code' }) : then(tx, phone)
  })
}
