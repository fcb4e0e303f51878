import type { Settings } from '@openspot/core/settings.ts'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../errors.ts'
import { readChallenge, spendChallenge } from './challenges.ts'

type Vendor = NonNullable<Settings['bot_check']>
const patienceMs = 4_000

/**
 * Consumes the answer of a bot check. Throws `challenge_failed`. If a vendor is configured, it decides; our own puzzle
 * is accepted only while the vendor is unreachable, so that an outage locks nobody out and nobody can choose the easier
 * check.
 */
export async function passBotCheck(app: FastifyInstance, answer: string): Promise<void> {
  const vendor = app.settings.bot_check
  const isOurs = readChallenge(answer) !== null
  if (vendor === null) return spendChallenge(app, answer)
  const said = await verifyWithVendor(app, vendor, isOurs ? '' : answer)
  if (isOurs && said === 'unreachable') return spendChallenge(app, answer)
  if (said === 'passed' && !isOurs) return
  refuse('challenge_failed', {
    field: 'bot_check',
    details: { kind: said === 'unreachable' ? 'ALTCHA' : vendor.kind },
    ...(said === 'unreachable' ? { message: (t) => t('apiErrors.identity.botCheckAgain') } : {}),
  })
}

/** Returns which check the forms show: the vendor's, or ours while the vendor is unreachable. */
export async function whichBotCheck(app: FastifyInstance) {
  const vendor = app.settings.bot_check
  if (vendor === null || (await verifyWithVendor(app, vendor, '')) === 'unreachable')
    return { kind: 'ALTCHA' as const, site_key: null }
  return { kind: vendor.kind, site_key: vendor.site_key }
}

/** Turnstile and reCAPTCHA share a protocol: a form with secret and response, and `success` in the answer. */
async function verifyWithVendor(
  app: FastifyInstance,
  vendor: Vendor,
  response: string,
): Promise<'passed' | 'failed' | 'unreachable'> {
  try {
    const answer = await app.ports.fetch(vendor.verify_url, {
      method: 'POST',
      body: new URLSearchParams({ secret: vendor.secret_key, response }),
      signal: AbortSignal.timeout(patienceMs),
      redirect: 'error',
    })
    const said: unknown = answer.ok ? await answer.json() : null
    if (typeof said !== 'object' || said === null || !('success' in said)) return 'unreachable'
    return said.success === true ? 'passed' : 'failed'
  } catch {
    return 'unreachable'
  }
}
