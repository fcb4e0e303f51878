import { getChallenge, openSignInLink, signUp } from '@openspot/contract/auth.ts'
import { listOutbox } from '@openspot/contract/outbox.ts'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { Secret, TOTP } from 'otpauth'
import { workOff } from '../jobs/worker.ts'
import type { TestApi } from './api.ts'

/** The answer of ALTCHA's widget to a puzzle of ours. */
export async function solvedCheck(api: TestApi): Promise<string> {
  const challenge = (await api.call(getChallenge, {})) as unknown as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

/** The token of the newest email to an address, once what was queued is sent; empty: there is none. */
export async function tokenSentTo(api: TestApi, to_address: string): Promise<string> {
  await workOff(api.foundation)
  const { items } = await api.call(listOutbox, { query: { to_address } })
  return /token=([A-Za-z0-9]+)/.exec(items[0]?.body_text ?? '')?.[1] ?? ''
}

/** Somebody who signed up and confirmed the address in the same session. */
export async function aSignedUp(
  api: TestApi,
  email: string,
  { password = 'long enough word', first_name = 'Ada' } = {},
): Promise<{ user_id: string; token: string; email: string; password: string }> {
  const body = { email, password, first_name, last_name: 'Example', bot_check: await solvedCheck(api) }
  const begun = await api.call(signUp, { body })
  const link = { body: { token: await tokenSentTo(api, email) } }
  const { user, token } = await api.call(openSignInLink, link, begun.token)
  return { user_id: user.id, token: token ?? '', email, password }
}

/** What an authenticator app shows at a moment for a secret (base 32). */
export function appCode(secret: string, at: Date): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() })
}
