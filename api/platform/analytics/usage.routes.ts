import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  getUsageConfigRoute,
  getUsageFlagsRoute,
  sendUsageBatchRoute,
  sendUsageRoute,
} from '@openspot/contract/platform/analytics.ts'
import { readEvents, type SentEvent } from '@openspot/core/analytics/read-events.ts'
import type { FastifyRequest } from 'fastify'
import { refuse } from '../../errors.ts'
import { type EventRow, listKnownLots } from './events.sql.ts'
import { keepEvents } from './keep-events.ts'
import { asBatch, readUsageBodies } from './usage-body.ts'
import { allowedId, isUncounted, visitorReader } from './visitors.ts'

/** Nothing that PostHog's libraries could do by themselves: no flags, recordings, clicks, or surveys. */
const nothingByItself = {
  supportedCompression: ['gzip', 'gzip-js'],
  featureFlags: {},
  flags: {},
  featureFlagPayloads: {},
  errorsWhileComputingFlags: false,
  sessionRecording: false,
  autocapture_opt_out: true,
  capturePerformance: false,
  heatmaps: false,
  surveys: false,
}
const received = { status: 1 } as const

/** Counts events of pages in PostHog's protocol. Only these routes read `text/plain`. */
export const usageRoutes: FastifyPluginAsyncTypebox = async (app) => {
  readUsageBodies(app)
  const visitorOf = visitorReader(app)
  app.addHook('preValidation', async (request) => {
    request.body = asBatch(request.body)
  })

  const receive = async (request: FastifyRequest, batch: readonly SentEvent[]) => {
    const read = readEvents(batch)
    if (!read.ok) return refuseField(read.field)
    const lots = new Set(read.events.flatMap(({ lot_id }) => lot_id ?? []))
    const known = lots.size === 0 ? lots : await listKnownLots(app.pool, [...lots])
    const odd = read.events.findIndex(({ lot_id }) => lot_id !== null && !known.has(lot_id))
    if (odd >= 0) refuseField(`batch.${odd}.properties.lot_id`)
    if (isUncounted(request)) return received
    const rows = read.events.map(
      async ({ uuid, event, lot_id, properties, visitor_id }): Promise<EventRow> => {
        const by = await visitorOf(request, visitor_id ?? allowedId(request))
        const id =
          uuid === null ? app.ports.id() : idOf(app.secrets.sign('analytics event', `${by.visitor} ${uuid}`))
        return { id, event, lot_id, properties, ...by }
      },
    )
    await keepEvents(app, await Promise.all(rows))
    return received
  }

  app.route({ ...sendUsageRoute, handler: (request) => receive(request, request.body.batch) })
  app.route({ ...sendUsageBatchRoute, handler: (request) => receive(request, request.body.batch) })
  app.route({ ...getUsageFlagsRoute, handler: async () => nothingByItself })
  app.route({ ...getUsageConfigRoute, handler: async () => nothingByItself })
}

const refuseField = (field: string): never =>
  refuse('request_invalid', { field, message: (t) => t('apiErrors.analytics.notInCatalog') })

/** Returns a UUID that is made of a signature, so that the page's own ID can't hold anything. */
function idOf(signature: string): string {
  const hex = Buffer.from(signature, 'base64url').toString('hex').slice(0, 32)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
