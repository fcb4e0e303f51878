import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { getErrorMonitoringRoute, sendEnvelopeRoute } from '@openspot/contract/platform/error-monitoring.ts'
import { monitoring } from '@openspot/core/error-monitoring/constants.ts'
import {
  LOCAL_ORGANIZATION,
  LOCAL_PROJECT,
  MAX_ENVELOPE_BYTES,
} from '@openspot/core/error-monitoring/limits.ts'
import { type Dsn, isSameDsn } from '@openspot/core/sentry-dsn.ts'
import { refuse } from '../../errors.ts'
import { Drops } from './drops.ts'
import { decode, type Envelope, parseEnvelope, UnreadableEnvelope } from './envelope.ts'
import { MapFinder } from './find-map.ts'
import { openForwarding } from './forward-envelopes.ts'
import { getOverview } from './overview.sql.ts'
import { idOf, storeEnvelope } from './receive-envelope.ts'

/** Where pages and servers send what went wrong. Only this route reads any type of body. */
export const tunnelRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { log, ports, secrets, settings } = app
  const database = { db: app.db, pool: app.pool }
  const maps = new MapFinder()
  const drops = new Drops({ log, ports, database })
  const forwarding = openForwarding(app, drops)
  const { organization, project } = settings.sentry ?? {
    organization: LOCAL_ORGANIZATION,
    project: LOCAL_PROJECT,
  }
  app.addHook('onClose', async () => {
    await forwarding?.close()
    await drops.save()
  })
  app.addHook('onResponse', async ({ method }, { statusCode }) => {
    if (method !== 'POST') return
    if (statusCode === 429) drops.add('TOO_MANY_REQUESTS')
    if (statusCode === 413) drops.add('TOO_LARGE')
  })

  let second = { at: 0, envelopes: 0 }
  /** Limits the envelopes of all senders together, per second and process. */
  const holdCap = () => {
    const at = Math.floor(app.ports.now().getTime() / 1000)
    if (second.at !== at) second = { at, envelopes: 0 }
    second.envelopes++
    if (second.envelopes > monitoring.max_events_per_second)
      refuse('too_many_requests', { retry_after_seconds: 1 })
  }

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body)

  app.route({
    ...sendEnvelopeRoute,
    bodyLimit: MAX_ENVELOPE_BYTES,
    // Before the body is received.
    onRequest: async ({ query }) => {
      for (const [field, own] of [
        ['o', organization],
        ['p', project],
      ] as const) {
        if (query[field] === own) continue
        refuse('request_invalid', { field, message: (t) => t('apiErrors.errors.unknownProject') })
      }
      holdCap()
    },
    handler: async (request, reply) => {
      const encoding = request.headers['content-encoding']
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      try {
        const envelope = parseEnvelope(await decode(body, encoding))
        if (forwarding === null || settings.sentry === null)
          await storeEnvelope({ ports, secrets, settings, database, drops, maps }, envelope)
        else {
          refuseOtherDsn(envelope, settings.sentry)
          const { queue } = forwarding
          queue.offer({ body, encoding, types: envelope.items.map(({ header }) => header.type) })
          const limits = queue.limits.header(ports.now().getTime())
          if (limits !== null) reply.header('x-sentry-rate-limits', limits)
        }
        const id = idOf(envelope)
        return id === undefined ? {} : { id }
      } catch (error) {
        if (!(error instanceof UnreadableEnvelope)) throw error
        if (error.isTooLarge) refuse('body_too_large')
        drops.add('UNREADABLE')
        return refuse('request_invalid', { field: '', message: (t) => t('apiErrors.errors.unreadable') })
      }
    },
  })

  app.route({
    ...getErrorMonitoringRoute,
    handler: async () => {
      await drops.save()
      return getOverview(app.db, settings.sentry?.host ?? null, ports.now())
    },
  })
}

/** SDKs name their DSN in the envelope. Sentry would refuse one that is not ours, and nothing is sent anywhere else. */
function refuseOtherDsn({ header }: Envelope, own: Dsn): void {
  const { dsn } = header
  if (dsn === undefined || dsn === null) return
  if (typeof dsn === 'string' && isSameDsn(dsn, own)) return
  refuse('request_invalid', { field: '', message: (t) => t('apiErrors.errors.unknownProject') })
}
