import { getChallengeRoute, openSignInLinkRoute, signUpRoute } from '@openspot/contract/identity/auth.ts'
import { listOutboxRoute } from '@openspot/contract/platform/outbox.ts'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { Secret, TOTP } from 'otpauth'
import { workOff } from '../jobs/worker.ts'
import type { TestApi } from './api.ts'

/** Returns the solution of our puzzle, as ALTCHA's widget sends it. */
export async function solvedCheck(api: TestApi): Promise<string> {
  const challenge = (await api.call(getChallengeRoute, {})) as unknown as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

/** Runs the queued jobs and returns the token of the newest email to an address, or an empty string. */
export async function tokenSentTo(api: TestApi, to_address: string): Promise<string> {
  await workOff(api.deps)
  const { items } = await api.call(listOutboxRoute, { query: { to_address } })
  return /token=([A-Za-z0-9]+)/.exec(items[0]?.body_text ?? '')?.[1] ?? ''
}

/** Signs a person up and confirms the address in the same session. */
export async function aSignedUp(
  api: TestApi,
  email: string,
  { password = 'long enough word', first_name = 'Ada' } = {},
): Promise<{ user_id: string; token: string; email: string; password: string }> {
  const body = { email, password, first_name, last_name: 'Example', bot_check: await solvedCheck(api) }
  const begun = await api.call(signUpRoute, { body })
  const link = { body: { token: await tokenSentTo(api, email) } }
  const { user, token } = await api.call(openSignInLinkRoute, link, begun.token)
  return { user_id: user.id, token: token ?? '', email, password }
}

/** Returns the code of an authenticator app at an instant for a base-32 secret. */
export function appCode(secret: string, at: Date): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() })
}
