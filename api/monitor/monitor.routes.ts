import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  getReservationsSummary,
  listMonitorSpots as spotsRoute,
  listMonitorVehicles as vehiclesRoute,
  watchLot,
} from '@openspot/contract/monitor.ts'
import { isoOf } from '@openspot/core/time/instant.ts'
import { plusLocalDays, startOfLocalDay } from '@openspot/core/time/zone.ts'
import { minuteOf, readMoment, readRange } from '../availability/moments.rules.ts'
import { getLot } from '../lots/lots.sql.ts'
import { callerOf, isStillAllowed, lotOf } from '../plugins/access.ts'
import { dataHeaders } from '../plugins/safe-headers.ts'
import { countFreeSpots, showBoard } from './board.ts'
import { listMonitorVehicles, summarise } from './monitor.sql.ts'
import { streamLimit } from './streams.rules.ts'

/** Proxies end a stream on which nothing is said for long. */
const heartbeatMs = 20_000
const mostDays = 366
/** Windows that one session may have open at once on this process: each costs a connection. */
const streamsPerSession = 10

export const monitorRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const open = new Set<() => void>()
  const streams = streamLimit(streamsPerSession)
  app.addHook('preClose', async () => {
    for (const close of open) close()
  })

  app.route({
    ...spotsRoute,
    handler: async (request) => {
      const { at } = request.query
      const minute = at === undefined ? minuteOf(app.ports.now()) : readMoment(at, 'at')
      return { at: isoOf(minute), items: await showBoard(app, lotOf(request), minute) }
    },
  })

  app.route({
    ...vehiclesRoute,
    handler: async (request) => {
      const at = app.ports.now().toISOString()
      return { at, items: await listMonitorVehicles(app.pool, lotOf(request), at) }
    },
  })

  app.route({
    ...getReservationsSummary,
    handler: async (request) => {
      const lot = await getLot(app.db, lotOf(request))
      const today = startOfLocalDay(lot.time_zone, minuteOf(app.ports.now()))
      const range = readRange(
        {
          starts_at: request.query.starts_at ?? isoOf(today),
          ends_at: request.query.ends_at ?? isoOf(plusLocalDays(lot.time_zone, today, 1)),
        },
        mostDays,
      )
      const [starts_at, ends_at] = [isoOf(range.from), isoOf(range.to)]
      const { paid_cents, taken_spot_ids, ...counts } = await summarise(
        app.pool,
        lot.id,
        starts_at,
        ends_at,
        app.ports.now().toISOString(),
      )
      return {
        starts_at,
        ends_at,
        ...counts,
        short: counts.active - counts.long,
        free_spots: await countFreeSpots(app, lot, range, taken_spot_ids),
        currency: lot.currency,
        paid_cents: request.granted === 'patroller' ? null : paid_cents,
      }
    },
  })

  app.route({
    ...watchLot,
    handler: (request, reply) => {
      const lot_id = lotOf(request)
      const { session_id, user_id } = callerOf(request)
      const release = streams.take(session_id)
      reply.hijack()
      const stream = reply.raw
      stream.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        ...dataHeaders(app.secure_cookies),
        'x-accel-buffering': 'no',
      })
      stream.write('retry: 1000\n\nevent: ready\ndata: {}\n\n')
      // People who were signed out, banned, or removed from the lot hear nothing more: access is decided again before
      // each event, when something was done to the person, and with each heartbeat.
      const write = (text: string) =>
        void isStillAllowed(app, request).then(
          (is) => (is ? stream.writableEnded || text === '' || stream.write(text) : close()),
          () => close(),
        )
      const uncount = app.metrics.openStream()
      const unwatch = app.changes.watch(lot_id, () => write('event: change\ndata: {}\n\n'))
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
