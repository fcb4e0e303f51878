import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { listMessagesRoute, sendMessageRoute } from '@openspot/contract/booking/messages.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import type { FastifyRequest } from 'fastify'
import { refuse } from '../../errors.ts'
import { makeChange, nothingToLock } from '../../make-change.ts'
import { isFlagOn } from '../../platform/flags/read-flag.sql.ts'
import { dispatchNotice } from '../../platform/notifications/dispatch.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import { findConversation, insertMessage, listMessages } from './messages.sql.ts'

const parties = ['resource_owner', 'host', 'former_host']

export const messageRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const areOn = (request: FastifyRequest) => isFlagOn(app.db, app.settings, 'driver_messages', lotOf(request))

  app.route({
    ...listMessagesRoute,
    handler: async (request) => {
      const { reservation_id } = request.params
      const found = await findConversation(app.pool, reservation_id, app.ports.now())
      if (!found) return refuse('not_found')
      const { is_open, closes_at, is_for_staff } = found
      const isParty = parties.includes(request.granted ?? '')
      const { user_id } = callerOf(request)
      return {
        items:
          isParty || is_for_staff
            ? await listMessages(app.pool, { reservation_id, user_id, all: !isParty })
            : [],
        can_send: is_open && isParty && request.granted !== 'former_host' && (await areOn(request)),
        closes_at,
        is_for_staff,
      }
    },
  })

  app.route({
    ...sendMessageRoute,
    handler: async (request, reply) => {
      const { reservation_id } = request.params
      const { user_id } = callerOf(request)
      const now = app.ports.now()
      const id = app.ports.id()
      const text = request.body.text.trim()
      if (!(await areOn(request))) refuse('messages_closed')
      if (text === '')
        refuse('request_invalid', { field: 'text', message: (t) => t('apiErrors.reservations.messageEmpty') })
      reply.status(201)
      return makeChange(app, request, {
        lock: nothingToLock,
        write: async (tx) => {
          const sent =
            (await insertMessage(tx, { id, reservation_id, user_id, text, now })) ?? refuse('messages_closed')
          const kind = sent.by === 'HOST' ? 'MESSAGE_FROM_HOST' : 'MESSAGE_FROM_DRIVER'
          const t = translatorFor(sent.language)
          const values = { spot: sent.label, lot: sent.lot_name }
          // Without its text: an email of ours should not carry what a stranger writes.
          await dispatchNotice(app, tx, {
            user_id: sent.to_user_id,
            lot_id: sent.lot_id,
            reservation_id,
            kind,
            about: id,
            title: t(`messageNotices.${kind}.heading`, values),
            text: t(`messageNotices.${kind}.text`, values),
            path: `/me/reservations/${reservation_id}${kind === 'MESSAGE_FROM_DRIVER' ? '?as=host' : ''}`,
            to_address: sent.to_address,
            email: {
              subject: t(`messageNotices.${kind}.subject`, values),
              button: t(`messageNotices.${kind}.button`),
            },
          })
          return sent.by
        },
        audit: () => null,
        announces: [],
        view: (by) => ({ id, by, is_mine: true, text, created_at: now.toISOString() }),
      })
    },
  })
}
