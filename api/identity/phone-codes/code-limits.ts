import {
  PHONE_CODES_PER_BLOCK,
  PHONE_CODES_PER_DAY,
  PHONE_CODES_PER_HOUR,
  PHONE_CODES_PER_NETWORK,
} from '@openspot/core/phones/codes.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { count, triesIn } from '../../plugins/limits.ts'
import { hashToken } from '../../plugins/session.ts'
import { addressBucketOf } from '../auth/attempts.ts'

const day = 1440
/** The share of the daily codes at which the operator is alerted. */
const alertShare = 0.5

/**
 * Limits texted codes, which cost money: for each number, each network, each block of ten thousand numbers, and in all. The operator is
 * alerted before the last limit is reached. They count requests and not accounts, so they reveal nothing. Throws `too_many_requests`.
 */
export async function holdCodeLimits(
  app: FastifyInstance,
  request: FastifyRequest,
  phone: string,
): Promise<void> {
  // Buckets are kept for a day, so they hold hashes instead of numbers.
  const hashed = (text: string) => hashToken(text).toString('base64url')
  await count(app, `phone-code from ${addressBucketOf(request.ip)}`, {
    max: PHONE_CODES_PER_NETWORK,
    minutes: day,
  })
  await count(app, `phone-code hour ${hashed(phone)}`, { max: PHONE_CODES_PER_HOUR, minutes: 60 })
  await count(app, `phone-code day ${hashed(phone)}`, { max: PHONE_CODES_PER_DAY, minutes: day })
  const block = hashed(phone.slice(0, -4))
  await count(app, `phone-code block ${block}`, { max: PHONE_CODES_PER_BLOCK, minutes: day })
  const max = app.settings.phone_codes_per_day
  const all = 'phone-code all'
  if ((await triesIn(app, all, day)) + 1 >= max * alertShare)
    await app.alert({
      event: 'PHONE_CODES_MANY',
      summary: `More than half of the ${max} codes were texted that OPENSPOT_PHONE_CODES_PER_DAY allows in a day. At the limit, nobody can sign in by text.`,
    })
  await count(app, all, { max, minutes: day })
}
