import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  createRedirectRoute,
  deleteRedirectRoute,
  listRedirectsRoute,
} from '@openspot/contract/lots/redirects.ts'
import type { AuditAction } from '@openspot/core/audit/actions.ts'
import { refuse } from '../../errors.ts'
import { makeChange, nothingToLock } from '../../make-change.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import {
  deleteRedirect,
  findRedirectFrom,
  insertRedirect,
  listRedirectsTo,
  lotExists,
} from './redirects.sql.ts'

export const redirectRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...listRedirectsRoute,
    handler: async (request) => {
      const lot_id = lotOf(request)
      const items = await listRedirectsTo(app.db, lot_id)
      return { items, sends_to: (await findRedirectFrom(app.db, lot_id)) ?? null }
    },
  })

  app.route({
    ...createRedirectRoute,
    handler: async (request, reply) => {
      const to_lot_id = lotOf(request)
      const { from_lot_id } = request.body
      if (from_lot_id === to_lot_id) {
        refuse('request_invalid', {
          field: 'from_lot_id',
          message: (t) => t('apiErrors.lot.redirectToItself'),
        })
      }
      if (!(await lotExists(app.db, from_lot_id))) {
        refuse('request_invalid', { field: 'from_lot_id', message: (t) => t('apiErrors.lot.unknown') })
      }
      reply.status(201)
      return makeChange(app, request, {
        lock: nothingToLock,
        write: async (tx) => {
          const created_at = app.ports.now().toISOString()
          const { user_id } = callerOf(request)
          if (
            !(await insertRedirect(tx, { from_lot_id, to_lot_id, created_by_user_id: user_id, created_at }))
          ) {
            refuse('redirect_exists', { field: 'from_lot_id' })
          }
          return (await findRedirectFrom(tx, from_lot_id)) ?? refuse('not_found')
        },
        audit: () => entriesOfBoth('redirect.create', { from_lot_id, to_lot_id }),
        announces: [from_lot_id, to_lot_id],
        view: (made) => made,
      })
    },
  })

  app.route({
    ...deleteRedirectRoute,
    handler: async (request, reply) => {
      const { from_lot_id, to_lot_id } = request.params
      reply.status(204)
      return makeChange(app, request, {
        lock: nothingToLock,
        write: async (tx) => (await deleteRedirect(tx, from_lot_id, to_lot_id)) || refuse('not_found'),
        audit: () => entriesOfBoth('redirect.delete', { from_lot_id, to_lot_id }),
        announces: [from_lot_id, to_lot_id],
        view: () => null,
      })
    },
  })
}

/** A redirect affects two lots, so each gets an entry in its own audit log. */
const entriesOfBoth = (action: AuditAction, redirect: { from_lot_id: string; to_lot_id: string }) =>
  [redirect.from_lot_id, redirect.to_lot_id].map((lot_id) => ({
    action,
    subject_kind: 'redirect',
    subject_id: redirect.from_lot_id,
    lot_id,
    details: redirect,
  }))
