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
import { makeChange, nothingToLock } from '../../make-change.ts'
import { hasTexts } from '../../messaging.ts'
import { phoneOf } from '../../phones.ts'
import { callerOf } from '../../plugins/access.ts'
import { sixDigits } from '../../ports.ts'
import { confirmNumber, deleteNumber, saveNumber, tryCode } from '../texts/numbers.sql.ts'
import { writeCode } from '../texts/texts.sql.ts'
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
      return makeChange(app, request, {
        lock: nothingToLock,
        write: async (tx) => {
          await saveNumber(tx, { user_id, phone, code_hash: hashOf(user_id, code) }, now)
          const ending = await writeCode(tx, { phone, body, user_id, ends_at }, now)
          if (ending === 'STOPPED') refuse('texts_stopped', { field: 'phone' })
          if (ending !== 'queued') refuse('text_limit', { field: 'phone' })
        },
        audit: () => null,
        announces: [],
        view: () => notificationSettings(app, caller),
      })
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
