import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  discardJobRoute,
  getPlatformOverviewRoute,
  listFailedJobsRoute,
  retryJobRoute,
  retryJobsRoute,
} from '@openspot/contract/platform/jobs.ts'
import { refuse } from '../errors.ts'
import { makeChange, nothingToLock } from '../make-change.ts'
import { decodeCursor, pageOf } from '../plugins/paging.ts'
import { type ChangedJob, discardFailed, listFailed, retryFailed } from './jobs.sql.ts'
import { readOverview } from './overview.sql.ts'

const actionOf = (action: 'job.retry' | 'job.discard', { id, task, attempts, reason }: ChangedJob) => ({
  action,
  subject_kind: 'job',
  subject_id: id,
  details: { task, attempts, reason },
})

export const jobRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...getPlatformOverviewRoute,
    handler: async () => ({
      ...(await readOverview(app.db, app.settings, app.ports.now())),
      search_index: app.search_index?.state ?? 'OFF',
    }),
  })

  app.route({
    ...listFailedJobsRoute,
    handler: async ({ query: { cursor, limit = 20, ...filter } }) => {
      // Job ids grow beyond 2^31, so the cursor is a string of digits.
      const [before] = decodeCursor(cursor, ['text']) ?? []
      if (before !== undefined && !/^[0-9]{1,15}$/.test(before))
        refuse('request_invalid', { field: 'cursor' })
      const rows = await listFailed(app.db, {
        ...filter,
        before: before === undefined ? null : Number(before),
        limit: limit + 1,
      })
      return pageOf(rows, limit, ({ id }) => [id])
    },
  })

  app.route({
    ...retryJobsRoute,
    handler: (request) =>
      makeChange(app, request, {
        lock: nothingToLock,
        write: (tx) => retryFailed(tx, { task: request.body.task }),
        audit: (retried) => retried.map((job) => actionOf('job.retry', job)),
        announces: [],
        view: (retried) => ({ retried: retried.length }),
      }),
  })

  app.route({
    ...retryJobRoute,
    handler: async (request, reply) => {
      reply.status(204)
      return makeChange(app, request, {
        lock: nothingToLock,
        write: async (tx) =>
          (await retryFailed(tx, { id: request.params.job_id }))[0] ?? refuse('job_not_failed'),
        audit: (job) => actionOf('job.retry', job),
        announces: [],
        view: () => null,
      })
    },
  })

  app.route({
    ...discardJobRoute,
    handler: async (request, reply) => {
      reply.status(204)
      return makeChange(app, request, {
        lock: nothingToLock,
        write: async (tx) =>
          (await discardFailed(tx, { id: request.params.job_id }))[0] ?? refuse('job_not_failed'),
        audit: (job) => actionOf('job.discard', job),
        announces: [],
        view: () => null,
      })
    },
  })
}
