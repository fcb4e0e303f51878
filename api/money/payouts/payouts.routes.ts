import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  getLotEarningsRoute,
  getMyEarningsRoute,
  getMyYearOfEarningsRoute,
} from '@openspot/contract/money/earnings.ts'
import {
  getPayoutRoute,
  listLotPayoutsRoute,
  listMyPayoutsRoute,
  retryPayoutRoute,
} from '@openspot/contract/money/payouts.ts'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../errors.ts'
import { makeChange, nothingToLock } from '../../make-change.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import { decodeCursor, pageOf } from '../../plugins/paging.ts'
import { listBalances } from './balances.sql.ts'
import { type Earner, listEarnings } from './earnings.sql.ts'
import { findPayout, listPayoutLines, listPayouts, retryPayout } from './payouts.sql.ts'
import { readYear } from './year.sql.ts'

const cursorKinds = ['instant', 'uuid'] as const

export const payoutRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...getLotEarningsRoute,
    handler: (request) => earningsOf(app, { lot_id: lotOf(request) }, request.query),
  })
  app.route({
    ...getMyEarningsRoute,
    handler: (request) => earningsOf(app, { user_id: callerOf(request).user_id }, request.query),
  })
  app.route({
    ...getMyYearOfEarningsRoute,
    handler: (request) => readYear(app.pool, callerOf(request).user_id, request.params.year),
  })

  app.route({
    ...listLotPayoutsRoute,
    handler: (request) => {
      const { cursor, limit = 20, status, payee_kind } = request.query
      const of = { lot_id: lotOf(request), ...(payee_kind ? { payee_kind } : {}) }
      return pageOfPayouts(app, of, { cursor, limit, ...(status ? { status } : {}) })
    },
  })
  app.route({
    ...listMyPayoutsRoute,
    handler: (request) => {
      const { cursor, limit = 20, status } = request.query
      const of = { user_id: callerOf(request).user_id }
      return pageOfPayouts(app, of, { cursor, limit, ...(status ? { status } : {}) })
    },
  })

  app.route({
    ...getPayoutRoute,
    handler: async (request) => {
      const { cursor, limit = 20 } = request.query
      const { payout_id } = request.params
      const after = decodeCursor(cursor, cursorKinds)
      const payout = (await findPayout(app.pool, payout_id)) ?? refuse('not_found')
      const rows = await listPayoutLines(app.pool, payout_id, after, limit)
      return { ...payout, lines: pageOf(rows, limit, (row) => [row.due_at, row.source_id]) }
    },
  })

  app.route({
    ...retryPayoutRoute,
    handler: async (request) => {
      const { payout_id } = request.params
      return makeChange(app, request, {
        lock: nothingToLock,
        write: async (tx) => {
          const outcome = await retryPayout(tx, payout_id)
          if (outcome === 'not_failed') refuse('payout_not_failed')
          if (outcome === 'not_ready') refuse('payout_account_not_ready')
        },
        audit: () => ({ action: 'payout.retry', subject_kind: 'payout', subject_id: payout_id }),
        announces: [],
        view: async () => (await findPayout(app.pool, payout_id)) ?? refuse('not_found'),
      })
    },
  })
}

async function earningsOf(
  app: FastifyInstance,
  earner: Earner,
  query: {
    cursor?: string
    limit?: number
    state?: Parameters<typeof listEarnings>[3]['state'] & string
  },
) {
  const { cursor, limit = 20, state } = query
  const now = app.ports.now()
  const after = decodeCursor(cursor, cursorKinds)
  const rows = await listEarnings(app.pool, earner, now, state ? { state } : {}, after, limit)
  return {
    ...pageOf(rows, limit, (row) => [row.created_at, row.source_id]),
    balances: await listBalances(app.pool, earner, now),
  }
}

async function pageOfPayouts(
  app: FastifyInstance,
  of: Parameters<typeof listPayouts>[1],
  query: Parameters<typeof listPayouts>[2] & { cursor: string | undefined; limit: number },
) {
  const { cursor, limit, ...filter } = query
  const rows = await listPayouts(app.pool, of, filter, decodeCursor(cursor, cursorKinds), limit)
  return pageOf(rows, limit, (row) => [row.created_at, row.id])
}
