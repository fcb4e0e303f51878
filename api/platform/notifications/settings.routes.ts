import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  getNotificationSettingsRoute,
  patchNotificationSettingsRoute,
} from '@openspot/contract/platform/notification-settings.ts'
import { noticeRules } from '@openspot/core/notifications/kinds.ts'
import { isZone } from '@openspot/core/time/zone.ts'
import { refuse } from '../../errors.ts'
import { makeChange, nothingToLock } from '../../make-change.ts'
import { callerOf } from '../../plugins/access.ts'
import { savePreferences, saveQuietHours } from './settings.sql.ts'
import { notificationSettings } from './settings.ts'

export const notificationSettingsRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...getNotificationSettingsRoute,
    handler: (request) => notificationSettings(app, callerOf(request)),
  })

  app.route({
    ...patchNotificationSettingsRoute,
    handler: async (request) => {
      const caller = callerOf(request)
      const { changes = [], quiet_hours } = request.body
      const now = app.ports.now()
      const isKept = changes.some(
        ({ kind, channel, is_on }) => !is_on && noticeRules[kind].always.includes(channel),
      )
      if (isKept) refuse('notice_required', { field: 'changes' })
      if (quiet_hours) {
        if (!isZone(quiet_hours.time_zone)) refuse('request_invalid', { field: 'quiet_hours.time_zone' })
        if (quiet_hours.from_minute === quiet_hours.until_minute)
          refuse('request_invalid', { field: 'quiet_hours.until_minute' })
      }
      return makeChange(app, request, {
        lock: nothingToLock,
        write: async (tx) => {
          await savePreferences(tx, caller.user_id, changes, now)
          if (quiet_hours !== undefined) await saveQuietHours(tx, caller.user_id, quiet_hours, now)
        },
        audit: () => null,
        announces: [],
        view: () => notificationSettings(app, caller),
      })
    },
  })
}
