import type { BotCheck, botCheckFailures } from '@openspot/contract/identity/auth.ts'
import type { Settings } from '@openspot/core/settings.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../../errors.ts'
import { askOperated, jsonOf } from '../../net/operator-http.ts'
import { hit } from '../../plugins/hits.ts'
import { triesIn } from '../../plugins/limits.ts'
import { readChallenge, spendChallenge } from './challenges.ts'

type Vendor = NonNullable<Settings['bot_check']>
type Verdict = 'passed' | 'failed' | 'unreachable' | 'secret_refused'
const timeout_ms = 4_000

/** For how many minutes, at most, a vendor counts as unusable that the server found to be so. All processes share it. */
const UNUSABLE_MINUTES = 5
const unusable = ({ kind }: Vendor) => `bot check unusable ${kind}`
/** The operator is alerted when the widget failed at this many addresses within an hour: one browser may block it. */
const FAILURES_TO_ALERT = 5

/**
 * Consumes the answer of a bot check. Throws `challenge_failed`. If a vendor is configured, it decides; our own puzzle
 * is accepted only while the vendor is unreachable or refuses our secret key, so that an outage or a wrong setting locks nobody
 * out and nobody can choose the easier check.
 */
export async function passBotCheck(app: FastifyInstance, answer: string): Promise<void> {
  const vendor = app.settings.bot_check
  const isOurs = readChallenge(answer) !== null
  if (vendor === null) return spendChallenge(app, answer)
  if (isOurs && !(await isUsable(app, vendor))) return spendChallenge(app, answer)
  const said = isOurs ? 'failed' : await verifyWithVendor(app, vendor, answer)
  if (said === 'passed') return
  const isOut = said === 'unreachable' || said === 'secret_refused'
  // That the vendor cannot be reached is noticed by asking it again; not every vendor tells a wrong secret without a token.
  if (said === 'secret_refused') await hit(app, unusable(vendor), UNUSABLE_MINUTES)
  refuse('challenge_failed', {
    field: 'bot_check',
    details: { kind: isOut ? 'ALTCHA' : vendor.kind },
    ...(isOut ? { message: (t) => t('apiErrors.identity.botCheckAgain') } : {}),
  })
}

const ours: BotCheck = { kind: 'ALTCHA', site_key: null, script_url: null }

/** Returns which check the forms show: the vendor's, or ours while the vendor cannot be used. */
export async function whichBotCheck(app: FastifyInstance): Promise<BotCheck> {
  const vendor = app.settings.bot_check
  if (vendor === null || !(await isUsable(app, vendor))) return ours
  const { kind, site_key, script_url } = vendor
  return { kind, site_key, script_url }
}

/** Whether the vendor verifies answers now, and was not found to be unusable in the last minutes. */
async function isUsable(app: FastifyInstance, vendor: Vendor): Promise<boolean> {
  if ((await triesIn(app, unusable(vendor), UNUSABLE_MINUTES)) > 0) return false
  const said = await verifyWithVendor(app, vendor, '')
  return said !== 'unreachable' && said !== 'secret_refused'
}

/**
 * Takes the report of a browser in which the vendor's widget does not work. A browser may be wrong or lie, so our own check is
 * only offered if the server cannot load the widget's script either.
 */
export async function takeFailureReport(
  app: FastifyInstance,
  request: FastifyRequest,
  { reason, code }: { reason: (typeof botCheckFailures)[number]; code?: string },
): Promise<BotCheck> {
  const vendor = app.settings.bot_check
  if (vendor === null) return ours
  app.metrics.countVendorFailure('bot_check', reason)
  request.log.warn({ event: 'bot_check_failed', kind: vendor.kind, reason, code }, 'bot check widget failed')
  if (reason === 'SCRIPT' && !(await isScriptThere(app, vendor))) {
    await hit(app, unusable(vendor), UNUSABLE_MINUTES)
    return ours
  }
  // Each address counts once.
  if ((await hit(app, `bot check widget ${request.ip}`, 60)) === 1) {
    const addresses = await hit(app, 'bot check widget', 60)
    if (addresses >= FAILURES_TO_ALERT)
      void app.alert({
        event: 'BOT_CHECK_FAILING',
        summary: `The widget of ${vendor.kind} failed in several browsers within an hour. Check ${vendor.kind}_SITE_KEY.`,
      })
  }
  return whichBotCheck(app)
}

async function isScriptThere(app: FastifyInstance, { script_url }: Vendor): Promise<boolean> {
  try {
    const { status } = await askOperated(app.ports, { url: script_url, timeout_ms, max_bytes: 0 })
    // Vendors lead to the current version of their script.
    return status < 400
  } catch {
    return false
  }
}

/** Turnstile and reCAPTCHA share a protocol: a form with secret and response, and `success` in the answer. */
async function verifyWithVendor(app: FastifyInstance, vendor: Vendor, response: string): Promise<Verdict> {
  const verdict = await askVendor(app, vendor, response)
  if (verdict === 'unreachable') {
    app.metrics.countVendorFailure('bot_check', 'VERIFY')
    app.log.warn(
      { event: 'bot_check_failed', kind: vendor.kind, reason: 'VERIFY' },
      'bot check vendor failed',
    )
  }
  if (verdict === 'secret_refused') {
    app.metrics.countVendorFailure('bot_check', 'SECRET')
    void app.alert({
      event: 'BOT_CHECK_FAILING',
      summary: `${vendor.kind} refuses ${vendor.kind}_SECRET_KEY. Our own bot check is used meanwhile.`,
    })
  }
  return verdict
}

async function askVendor(app: FastifyInstance, vendor: Vendor, response: string): Promise<Verdict> {
  try {
    const answer = await askOperated(app.ports, {
      url: vendor.verify_url,
      method: 'POST',
      body: new URLSearchParams({ secret: vendor.secret_key, response }),
      timeout_ms,
      max_bytes: 64 * 1024,
    })
    const said = answer.ok ? jsonOf(answer) : null
    if (typeof said !== 'object' || said === null || !('success' in said)) return 'unreachable'
    if (said.success === true) return 'passed'
    const codes: unknown = 'error-codes' in said ? said['error-codes'] : []
    const isSecretWrong = Array.isArray(codes) && codes.some((code) => String(code).endsWith('-input-secret'))
    return isSecretWrong ? 'secret_refused' : 'failed'
  } catch {
    return 'unreachable'
  }
}
