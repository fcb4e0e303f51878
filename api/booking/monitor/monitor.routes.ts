import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  getReservationsSummaryRoute,
  listMonitorSpotsRoute,
  listMonitorVehiclesRoute,
  watchLotRoute,
} from '@openspot/contract/booking/monitor.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { plusLocalDays, startOfLocalDay } from '@openspot/core/time/zone.ts'
import type { FastifyRequest } from 'fastify'
import { refuse } from '../../errors.ts'
import { getLot } from '../../lots/lots/lots.sql.ts'
import { callerOf, isStillAllowed, lotOf } from '../../plugins/access.ts'
import { dataHeaders } from '../../plugins/safe-headers.ts'
import { secretWord } from '../../ports.ts'
import { minuteOf, readMoment, readRange } from '../availability/moments.rules.ts'
import { countFreeSpots, loadBoard } from './board.ts'
import { type LotVersions, lotVersions, type Missed } from './lot-versions.ts'
import { summarise } from './monitor.sql.ts'
import { sharedReads } from './shared-reads.ts'
import { streamLimit } from './streams.rules.ts'
import { listMonitorVehicles } from './vehicles.sql.ts'

/** Proxies close a stream that stays silent for long. */
const heartbeatMs = 20_000
const maxDays = 366
/** The number of streams per session and process, because each costs a connection. */
const streamsPerSession = 10

/** How long a browser waits before it connects again: short enough that a board is right within a second. */
const retryMs = 500

export const monitorRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const open = new Set<() => void>()
  const streams = streamLimit(streamsPerSession)
  const versions = lotVersions(app.changes, secretWord(app.ports, 12))
  // After a change, everyone who watches the lot reads at once. Each request is authorized on its own, but they share
  // one read.
  const reads = sharedReads()
  const arrivals = new WeakMap<FastifyRequest, number>()
  app.addHook('onRequest', async (request) => {
    arrivals.set(request, reads.moment())
  })
  const share = <T>(request: FastifyRequest, key: string, read: () => Promise<T>) =>
    reads.share(key, arrivals.get(request) ?? reads.moment(), read)
  app.addHook('preClose', async () => {
    for (const close of open) close()
  })

  app.route({
    ...listMonitorSpotsRoute,
    handler: async (request) => {
      const { at } = request.query
      const minute = at === undefined ? minuteOf(app.ports.now()) : readMoment(at, 'at')
      const lot_id = lotOf(request)
      const items = await share(request, `spots ${lot_id} ${minute}`, () => loadBoard(app, lot_id, minute))
      return { at: isoOf(minute), items }
    },
  })

  app.route({
    ...listMonitorVehiclesRoute,
    handler: async (request) => {
      const lot_id = lotOf(request)
      const requested = request.query.at
      return share(request, `vehicles ${lot_id} ${requested ?? 'now'}`, async () => {
        const now = app.ports.now()
        const at = readPresentOrPast(requested, now)
        return { at, items: await listMonitorVehicles(app.pool, lot_id, at, now) }
      })
    },
  })

  app.route({
    ...getReservationsSummaryRoute,
    handler: async (request) => {
      const lot = await getLot(app.db, lotOf(request))
      const at = readPresentOrPast(request.query.at, app.ports.now())
      const today = startOfLocalDay(lot.time_zone, Math.floor(minutesOf(at)))
      const range = readRange(
        {
          starts_at: request.query.starts_at ?? isoOf(today),
          ends_at: request.query.ends_at ?? isoOf(plusLocalDays(lot.time_zone, today, 1)),
        },
        maxDays,
      )
      const [starts_at, ends_at] = [isoOf(range.from), isoOf(range.to)]
      const { paid_cents, ...counts } = await share(
        request,
        `summary ${lot.id} ${starts_at} ${ends_at} ${request.query.at === undefined ? 'now' : at}`,
        async () => {
          const of = { starts_at, ends_at, at }
          const { taken_spot_ids, ...summary } = await summarise(app.pool, lot.id, of, app.ports.now())
          return { ...summary, free_spots: await countFreeSpots(app, lot, range, taken_spot_ids, at) }
        },
      )
      return {
        starts_at,
        ends_at,
        ...counts,
        short: counts.active - counts.long,
        currency: lot.currency,
        paid_cents: request.granted === 'patroller' ? null : paid_cents,
      }
    },
  })

  app.route({
    ...watchLotRoute,
    handler: (request, reply) => {
      const lot_id = lotOf(request)
      const { session_id, user_id } = callerOf(request)
      const release = streams.take(session_id)
      reply.hijack()
      const stream = reply.raw
      const missed = missedBy(versions, request, lot_id)
      const eventOf = (name: string) => `id: ${versions.id(lot_id)}\n${withoutId(name)}`
      stream.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        ...dataHeaders(app.secure_cookies),
        'x-accel-buffering': 'no',
      })
      // Until the caller is notified of what it missed, it keeps its last event id, because the connection may break in
      // between.
      stream.write(`retry: ${retryMs}\n\n${missed === 'NOTHING' ? eventOf('ready') : withoutId('ready')}`)
      if (missed === 'SOMETHING') stream.write(eventOf('change'))
      if (missed === 'UNKNOWN') stream.write(eventOf('reset'))
      // Users who were signed out, banned, or removed from the lot must not get any more events. Access is checked again
      // before each event, when the user changes, and with each heartbeat.
      const write = (text: string) =>
        void isStillAllowed(app, request).then(
          (is) => (is ? stream.writableEnded || text === '' || stream.write(text) : close()),
          () => close(),
        )
      const uncount = app.metrics.openStream()
      const unwatch = app.changes.watch(lot_id, () => write(eventOf('change')))
      const unwatchPerson = app.changes.watch(user_id, () => write(''))
      const heartbeat = setInterval(() => write(': still here\n\n'), heartbeatMs)
      const close = () => {
        release()
        uncount()
        unwatch()
        unwatchPerson()
        clearInterval(heartbeat)
        open.delete(close)
        stream.end()
      }
      open.add(close)
      request.raw.once('close', close)
    },
  })
}

/** Returns the moment that was asked for, by default now. Refuses a future one. */
function readPresentOrPast(requested: string | undefined, now: Date): string {
  const at = requested === undefined ? now.toISOString() : isoOf(readMoment(requested, 'at'))
  if (at > now.toISOString())
    refuse('request_invalid', { field: 'at', message: (t) => t('apiErrors.time.notPast') })
  return at
}

const withoutId = (name: string) => `event: ${name}\ndata: {}\n\n`

/** Returns what a reconnected stream missed. A new stream missed nothing, because its caller reads the lists anyway. */
function missedBy(versions: LotVersions, request: FastifyRequest, lot_id: string): Missed {
  const id = request.headers['last-event-id']
  return typeof id === 'string' && id !== '' ? versions.missedSince(lot_id, id) : 'NOTHING'
}
