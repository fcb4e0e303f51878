import { getChallenge } from '@openspot/contract/auth.ts'
import { listOutbox } from '@openspot/contract/outbox.ts'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { Secret, TOTP } from 'otpauth'
import type { TestApi } from './api.ts'

/** The answer of ALTCHA's widget to a puzzle of ours. */
export async function solvedCheck(api: TestApi): Promise<string> {
  const challenge = (await api.call(getChallenge, {})) as unknown as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

/** The token of the newest letter to an address; empty: there is none. */
export async function tokenSentTo(api: TestApi, to_address: string): Promise<string> {
  const { items } = await api.call(listOutbox, { query: { to_address } })
  return /token=([A-Za-z0-9]+)/.exec(items[0]?.body_text ?? '')?.[1] ?? ''
}

/** What an authenticator app shows at a moment for a secret (base 32). */
export function appCode(secret: string, at: Date): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() })
}
