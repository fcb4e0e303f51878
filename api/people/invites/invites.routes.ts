import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  acceptInviteRoute,
  createInviteRoute,
  createInvitesRoute,
  declineInviteRoute,
  listInvitesRoute,
  listMyInvitesRoute,
  previewInviteRoute,
  previewInvitesRoute,
  resendInviteRoute,
  revokeInviteRoute,
} from '@openspot/contract/people/invites.ts'
import { reachOf } from '@openspot/core/memberships/moves.ts'
import { roleRank } from '@openspot/core/memberships/states.ts'
import type { Tx } from '@openspot/db/database.ts'
import { refuse } from '../../errors.ts'
import { makeChange } from '../../make-change.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import { decodeCursor, pageOf } from '../../plugins/paging.ts'
import { getStanding } from '../memberships/memberships.sql.ts'
import { inviteMany, inviteOne, readTableOf, toInviteRow } from './create-invites.ts'
import { authorOf } from './invite-author.ts'
import {
  findInvite,
  findInvited,
  listInvites,
  listInvitesTo,
  lockInvite,
  toInvite,
  toOfferedInvite,
  updateInvite,
} from './invites.sql.ts'
import { remakeInvite, subjectOf } from './make-invite.ts'
import { accept, decline, lookAt, type Which } from './take-invite.ts'

export const inviteRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const now = () => app.ports.now()

  app.route({
    ...createInviteRoute,
    handler: async (request, reply) => {
      const made = await inviteOne(app, request, request.body)
      app.changes.announce(lotOf(request))
      reply.status(201)
      return made
    },
  })

  app.route({
    ...previewInvitesRoute,
    handler: async (request) => {
      const { separator, rows } = await readTableOf(app, request, request.body)
      return {
        separator,
        items: rows.map(toInviteRow),
        ready: rows.filter(({ errors }) => errors.length === 0).length,
      }
    },
  })

  app.route({
    ...createInvitesRoute,
    handler: async (request, reply) => {
      const made = await inviteMany(app, request, request.body)
      app.changes.announce(lotOf(request))
      reply.status(201)
      return made
    },
  })

  app.route({
    ...listInvitesRoute,
    handler: async (request) => {
      const { cursor, limit = 20, status, q } = request.query
      const after = decodeCursor(cursor, ['instant', 'uuid'])
      const rows = await listInvites(app.db, lotOf(request), { status, q }, after, limit, now())
      const { items, next_cursor } = pageOf(rows, limit, (row) => [row.created_at, row.id])
      return { items: items.map(toInvite), next_cursor }
    },
  })

  app.route({
    ...resendInviteRoute,
    handler: async (request) =>
      makeChange(app, request, {
        lock: (tx) => lockUsable(tx, request.params.invite_id, now()),
        write: async (tx, row) => {
          const by = await getStanding(tx, row.lot_id, callerOf(request).user_id)
          if (roleRank(row.role) > reachOf(by)) refuse('role_above_own', { field: 'role' })
          return remakeInvite(app, tx, authorOf(request), row)
        },
        // Inviting again is recorded by remakeInvite.
        audit: () => null,
        announces: [],
        view: (invite) => invite,
      }),
  })

  app.route({
    ...revokeInviteRoute,
    handler: async (request, reply) => {
      const { invite_id } = request.params
      reply.status(204)
      return makeChange(app, request, {
        lock: (tx) => lockUsable(tx, invite_id, now()),
        write: (tx, row) => updateInvite(tx, row, { revoked_at: now().toISOString() }),
        audit: (_, row) => ({ action: 'invite.revoke', ...subjectOf(row.id) }),
        announces: [lotOf(request)],
        view: () => null,
      })
    },
  })

  app.route({
    ...listMyInvitesRoute,
    handler: async (request) => {
      const who = await findInvited(app.db, callerOf(request).user_id)
      const rows = await listInvitesTo(app.db, who, now())
      return { items: rows.map((row) => toOfferedInvite(row, 'ACCEPT', row.email ?? row.phone)) }
    },
  })

  app.route({
    ...previewInviteRoute,
    handler: (request) => lookAt(app, request.body.token, request.caller?.user_id ?? null),
  })

  app.route({ ...acceptInviteRoute, handler: (request) => accept(app, request, one(request.body)) })

  app.route({
    ...declineInviteRoute,
    handler: async (request, reply) => {
      await decline(app, request, one(request.body))
      reply.status(204)
      return null
    },
  })
}

function one(which: Which): Which {
  if ((which.token === undefined) === (which.invite_id === undefined)) {
    refuse('request_invalid', {
      field: 'token',
      message: (t) => t('apiErrors.invites.missing'),
    })
  }
  return which
}

/** Locks an invite that can still be sent again or revoked. Throws `invite_not_usable`. */
async function lockUsable(tx: Tx, invite_id: string, now: Date) {
  await lockInvite(tx, invite_id)
  const row = await findInvite(tx, invite_id, now)
  if (row && row.status !== 'OPEN' && row.status !== 'EXPIRED') refuse('invite_not_usable')
  return row
}
