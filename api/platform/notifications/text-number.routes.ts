import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  confirmTextNumberRoute,
  deleteTextNumberRoute,
  putTextNumberRoute,
} from '@openspot/contract/platform/notification-settings.ts'
import { TEXT_CODE_MINUTES } from '@openspot/core/notifications/limits.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import { refuse } from '../../errors.ts'
import { hasTexts } from '../../messaging.ts'
import { phoneOf } from '../../phones.ts'
import { callerOf } from '../../plugins/access.ts'
import type { Ports } from '../../ports.ts'
import { confirmNumber, deleteNumber, saveNumber, tryCode } from '../texts/numbers.sql.ts'
import { writeText } from '../texts/texts.sql.ts'
import { notificationSettings } from './settings.ts'

export const textNumberRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...putTextNumberRoute,
    handler: async (request) => {
      const caller = callerOf(request)
      const { user_id, language } = caller
      if (!hasTexts(app)) refuse('texts_unavailable')
      const phone = phoneOf(request.body.phone, request.body.country, 'phone')
      const now = app.ports.now()
      const code = sixDigits(app.ports)
      const ends_at = new Date(now.getTime() + TEXT_CODE_MINUTES * 60_000)
      const body = translatorFor(language)('texts.code', { code, minutes: TEXT_CODE_MINUTES })
      await app.db.transaction().execute(async (tx) => {
        await saveNumber(tx, { user_id, phone, code_hash: hashOf(user_id, code) }, now)
        const ending = await writeText(
          tx,
          {
            to_phone: phone,
            body,
            kind: 'code',
            user_id,
            lot_id: null,
            notification_id: null,
            due_at: now,
            expires_at: ends_at,
            link_expires_at: ends_at,
          },
          now,
        )
        if (ending === 'STOPPED') refuse('texts_stopped', { field: 'phone' })
        if (ending !== 'queued') refuse('text_limit', { field: 'phone' })
      })
      return notificationSettings(app, caller)
    },
  })

  app.route({
    ...confirmTextNumberRoute,
    handler: async (request) => {
      const caller = callerOf(request)
      const now = app.ports.now()
      const right = await tryCode(app.db, caller.user_id, now)
      const given = hashOf(caller.user_id, request.body.code)
      if (
        right === undefined ||
        !timingSafeEqual(right, given) ||
        !(await confirmNumber(app.db, caller.user_id, given, now))
      )
        refuse('text_code_wrong', { field: 'code' })
      return notificationSettings(app, caller)
    },
  })

  app.route({
    ...deleteTextNumberRoute,
    handler: async (request) => {
      const caller = callerOf(request)
      await deleteNumber(app.db, caller.user_id)
      return notificationSettings(app, caller)
    },
  })
}

const hashOf = (user_id: string, code: string): Buffer =>
  createHash('sha256').update(`${user_id} ${code}`).digest()

/** Returns a code in which each number is equally likely. */
function sixDigits(ports: Pick<Ports, 'random'>): string {
  for (;;) {
    const number = ports.random(4).readUInt32BE(0)
    // The largest multiple of a million in 32 bits.
    if (number < 4_294_000_000) return String(number % 1_000_000).padStart(6, '0')
  }
}
