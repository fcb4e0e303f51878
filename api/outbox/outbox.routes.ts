import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { getOutboxEmail, listOutbox } from '@openspot/contract/outbox.ts'
import { sql } from 'kysely'
import { refuse } from '../errors.ts'
import { decodeCursor, pageOf } from '../paging.ts'

const columns = [
  'id',
  'to_address',
  'subject',
  'body_text',
  'body_html',
  'kind',
  'state',
  'created_at',
  'sent_at',
] as const

/** The mailbox of the local environment. It is not registered anywhere else: letters carry sign-in links. */
export const outboxRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...listOutbox,
    handler: async ({ query }) => {
      const { to_address, cursor, limit = 20 } = query
      const after = decodeCursor(cursor, ['string', 'string'])
      const rows = await app.db
        .selectFrom('emails')
        .select(columns)
        .$if(to_address !== undefined, (q) => q.where('to_address', '=', to_address ?? ''))
        .$if(after !== null, (q) =>
          q.where(
            sql<boolean>`(created_at, id) < (${String(after?.[0])}::timestamptz, ${String(after?.[1])}::uuid)`,
          ),
        )
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute()
      return pageOf(rows, limit, (row) => [row.created_at, row.id])
    },
  })

  app.route({
    ...getOutboxEmail,
    handler: async ({ params }) =>
      (await app.db
        .selectFrom('emails')
        .select(columns)
        .where('id', '=', params.email_id)
        .executeTakeFirst()) ?? refuse('not_found'),
  })
}
