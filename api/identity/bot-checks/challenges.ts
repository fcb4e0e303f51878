import { createChallenge, type Payload, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../errors.ts'
import { hit } from '../../plugins/hits.ts'
import { spend } from '../tickets/tickets.ts'

const goodForMinutes = 20

/** The puzzles per ten minutes under normal use. Each doubling beyond makes them twice as hard, up to eight times. */
const calm = 100
const windowMinutes = 10
const maxFactor = 8

/**
 * Creates a puzzle (ALTCHA, https://altcha.org) that costs a browser a second or two and a flood of sign-ups a lot. It
 * becomes harder while many are requested.
 */
export async function makeChallenge(app: FastifyInstance) {
  const asked = await hit(app, 'puzzles', windowMinutes)
  const factor = Math.min(maxFactor, 2 ** Math.max(0, Math.floor(Math.log2(asked / calm))))
  const made = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: app.settings.puzzle_cost * factor,
    counter: 200 + (app.ports.random(2).readUInt16BE() % 800),
    deriveKey,
    // Our own clock decides when it expires, not the library's.
    data: { expires_at: app.ports.now().getTime() + goodForMinutes * 60_000 },
    hmacSignatureSecret: app.secrets.keyFor('challenge'),
    hmacKeySignatureSecret: app.secrets.keyFor('challenge key'),
  })
  return { parameters: { ...made.parameters }, signature: made.signature ?? '' }
}

/** Consumes a solved puzzle. Throws `challenge_failed` if it is wrong, expired, or was used before. */
export async function spendChallenge(app: FastifyInstance, payload: string): Promise<void> {
  const field = 'bot_check'
  const given = readChallenge(payload)
  if (!given) return refuse('challenge_failed', { field })
  const result = await verifySolution({
    challenge: given.challenge,
    solution: given.solution,
    deriveKey,
    hmacSignatureSecret: app.secrets.keyFor('challenge'),
    hmacKeySignatureSecret: app.secrets.keyFor('challenge key'),
  }).catch(() => ({ verified: false }))
  const expires = Number(given.challenge.parameters.data?.['expires_at'])
  if (!result.verified || !(expires > app.ports.now().getTime())) refuse('challenge_failed', { field })
  if (!(await spend(app, given.challenge.signature ?? '', expires))) refuse('challenge_failed', { field })
}

/** Returns the answer of ALTCHA's widget, or null if the payload is none. */
export function readChallenge(payload: string): Payload | null {
  try {
    const value = JSON.parse(Buffer.from(payload, 'base64').toString('utf8')) as Payload
    return typeof value?.challenge?.parameters === 'object' && typeof value.solution === 'object'
      ? value
      : null
  } catch {
    return null
  }
}
