import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../../errors.ts'
import { hit } from '../../plugins/hits.ts'
import { count, triesIn } from '../../plugins/limits.ts'
import { hashToken } from '../../plugins/session.ts'
import { passBotCheck } from '../bot-checks/bot-checks.ts'
import { type KnownAccount, knownDevice } from '../sessions/known-devices.ts'

/**
 * Failed sign-ins are counted per account and network, so that a stranger's attempts do not lock the owner out. A
 * browser that has signed in to the account before is recognized by a cookie and has its own bucket. The number of
 * attempts on an account never rejects a sign-in by itself: it only requires a bot check and lowers the limit for
 * unknown networks.
 */
const perBucket = { max: 10, minutes: 15 }
/** The limit for an unknown network while the account is under attack. */
const perBucketAttacked = { max: 3, minutes: 15 }
const attackedFrom = 30
/** The failures within an hour after which a bot check is required. */
const failuresUntilCheck = 3
const hour = 60

/** The account that the caller tries to sign in to, if it exists. */
export interface Tried {
  email: string
  known: KnownAccount | undefined
}

/**
 * Counts an attempt and requires the bot check if one is due. The caller must call `failed` if the attempt fails.
 * Throws `too_many_requests`, `bot_check_required`, and `challenge_failed`.
 */
export async function beginAttempt(
  app: FastifyInstance,
  request: FastifyRequest,
  { email, known }: Tried,
  bot_check: string | undefined,
): Promise<{ failed(): Promise<void> }> {
  // Buckets are kept for a day, so they hold a hash instead of the address.
  const account = hashToken(email).toString('base64url')
  const device = known ? knownDevice(app, request, known) : null
  const bucket = `${account} ${device === null ? addressBucketOf(request.ip) : `device ${device}`}`
  const isAttacked =
    device === null && (await triesIn(app, `sign-in checked ${account}`, hour)) >= attackedFrom
  await count(app, `sign-in ${bucket}`, isAttacked ? perBucketAttacked : perBucket)
  const failures = Math.max(
    await triesIn(app, `sign-in failed ${bucket}`, hour),
    device === null ? await triesIn(app, `sign-in failed ${account}`, hour) : 0,
  )
  if (failures >= failuresUntilCheck) {
    if (bot_check === undefined) return refuse('bot_check_required', { field: 'bot_check' })
    await passBotCheck(app, bot_check)
    if (device === null) await hit(app, `sign-in checked ${account}`, hour)
  }
  return {
    failed: async () => {
      await hit(app, `sign-in failed ${bucket}`, hour)
      if (device === null) await hit(app, `sign-in failed ${account}`, hour)
    },
  }
}

/** Returns the network of an IP address: one person has a whole IPv6 /64, and usually one IPv4 address. */
export function addressBucketOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  if (!ip.includes(':')) return ip
  const [head = '', tail] = (ip.split('%')[0] ?? '').split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail?.split(':').filter(Boolean) ?? []
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const groups = [...left, ...Array.from({ length: zeros }, () => '0'), ...right]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
