import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  createRedirectRoute,
  deleteRedirectRoute,
  listRedirectsRoute,
} from '@openspot/contract/lots/redirects.ts'
import type { AuditAction } from '@openspot/core/audit/actions.ts'
import type { Tx } from '@openspot/db/database.ts'
import type { FastifyRequest } from 'fastify'
import { writeAudit } from '../../audit.sql.ts'
import { refuse } from '../../errors.ts'
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
      const made = await app.db.transaction().execute(async (tx) => {
        const created_at = app.ports.now().toISOString()
        const { user_id } = callerOf(request)
        if (
          !(await insertRedirect(tx, { from_lot_id, to_lot_id, created_by_user_id: user_id, created_at }))
        ) {
          refuse('redirect_exists', { field: 'from_lot_id' })
        }
        await auditBoth(tx, request, 'redirect.create', { from_lot_id, to_lot_id })
        return (await findRedirectFrom(tx, from_lot_id)) ?? refuse('not_found')
      })
      for (const id of [from_lot_id, to_lot_id]) app.changes.announce(id)
      reply.status(201)
      return made
    },
  })

  app.route({
    ...deleteRedirectRoute,
    handler: async (request, reply) => {
      const { from_lot_id, to_lot_id } = request.params
      await app.db.transaction().execute(async (tx) => {
        if (!(await deleteRedirect(tx, from_lot_id, to_lot_id))) refuse('not_found')
        await auditBoth(tx, request, 'redirect.delete', { from_lot_id, to_lot_id })
      })
      for (const id of [from_lot_id, to_lot_id]) app.changes.announce(id)
      reply.status(204)
      return null
    },
  })
}

/** A redirect affects two lots, so each gets an entry in its own audit log. */
async function auditBoth(
  tx: Tx,
  request: FastifyRequest,
  action: AuditAction,
  redirect: { from_lot_id: string; to_lot_id: string },
): Promise<void> {
  for (const lot_id of [redirect.from_lot_id, redirect.to_lot_id]) {
    await writeAudit(tx, request, {
      action,
      subject_kind: 'redirect',
      subject_id: redirect.from_lot_id,
      lot_id,
      details: redirect,
    })
  }
}
