import { endReservation, holdSpot } from '@openspot/api/booking/reservations/hold.sql.ts'
import { findLots } from '@openspot/api/booking/search/search.sql.ts'
import { cellsAround } from '@openspot/core/geo/cells.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'
import { connectDatabase, type Database } from '@openspot/db/database.ts'
import { bigLotOf } from './big-lot.ts'
import { type HttpRequest, httpClient } from './http-client.ts'
import type { Order, TaskName } from './messages.ts'
import { bookMinimally } from './minimal.ts'
import {
  type BookingRequest,
  bookingRequest,
  pageRequest,
  requestsOf,
  searchRequest,
  signedIn,
} from './requests.ts'
import { idOf, tokenOf } from './size.ts'

export interface Work {
  /** Performs the task once and returns its outcome. */
  once(worker: number): Promise<string>
  close(): void | Promise<void>
}

type Api = Pick<Database, 'pool'>

/** More than any round needs on this machine; any further ones are drawn during the measurement. */
const preparedPerSecond = 5000

const makers: Record<TaskName, (order: Order) => Promise<Work> | Work> = {
  read(order) {
    const requests = requestsOf(order)
    return overHttp(order.product_url, order.in_flight, 200, () => ({
      method: 'GET',
      path: `/api/v1/spots/${idOf('spot', requests.spot())}`,
      headers: signedIn(requests.token()),
    }))
  },
  read_bare(order) {
    const requests = requestsOf(order)
    return overHttp(order.bare_url, order.in_flight, 200, () => ({
      method: 'GET',
      path: `/spots/${idOf('spot', requests.spot())}`,
      headers: signedIn(requests.token()),
    }))
  },
  search(order) {
    const requests = requestsOf(order)
    const now = Date.now()
    let nth = order.seed
    return overHttp(order.product_url, order.in_flight, 200, () => searchRequest(requests.search(now), nth++))
  },
  search_narrow(order) {
    const requests = requestsOf(order)
    const now = Date.now()
    let nth = order.seed
    return overHttp(order.product_url, order.in_flight, 200, () =>
      searchRequest(requests.narrowSearch(now), nth++),
    )
  },
  stadium(order) {
    const requests = requestsOf(order)
    let nth = order.seed
    return overHttp(order.product_url, order.in_flight, 200, () => searchRequest(requests.stadium(), nth++))
  },
  search_sql(order) {
    const requests = requestsOf(order)
    const now = Date.now()
    return bySql(order, async (api) => {
      const { lat, lng, radius_m, starts_at, ends_at } = requests.search(now)
      const cells = cellsAround(lat, lng, radius_m)
      const around = { kind: 'around', point: { lat, lng }, radius_m, cells } as const
      await findLots(api.pool, around, minutesOf(starts_at), minutesOf(ends_at), null)
      return 'found'
    })
  },
  book(order) {
    const next = prepared(order, (requests) => bookingRequest(requests.booking()))
    return overHttp(order.product_url, order.in_flight, 201, next)
  },
  book_sql(order) {
    const next = prepared(order, (requests) => requests.booking().hold)
    return bySql(order, async (api) => (await holdSpot(api.pool, new Date(), next())).outcome)
  },
  book_minimal(order) {
    const next = prepared(order, (requests) => requests.booking().hold)
    return bySql(order, async (api) => ((await bookMinimally(api.pool, next())) ? 'held' : 'spot_taken'))
  },
  monitor: (order) =>
    overHttp(order.product_url, order.in_flight, 200, () => ({
      method: 'GET',
      path: `/api/v1/monitor/lots/${idOf('lot', bigLotOf(order.size))}/spots`,
      headers: signedIn(tokenOf(0)),
    })),
  home_page: (order) => overHttp(order.product_url, order.in_flight, 200, () => pageRequest('/')),
  lot_page(order) {
    const requests = requestsOf(order)
    return overHttp(order.product_url, order.in_flight, 200, () => pageRequest(requests.lotPage()))
  },
  results_page(order) {
    const requests = requestsOf(order)
    return overHttp(order.product_url, order.in_flight, 200, () => pageRequest(requests.popularPage()))
  },
  new_results_page(order) {
    const requests = requestsOf(order)
    return overHttp(order.product_url, order.in_flight, 200, () => pageRequest(requests.newPage()))
  },
  contend(order) {
    const requests = requestsOf(order)
    const client = httpClient(order.product_url, order.in_flight)
    return {
      async once() {
        const request = requests.contended()
        const { status, text } = await client.send(bookingRequest(request))
        if (status !== 201) return String(status)
        const { reservation } = JSON.parse(text) as { reservation: { id: string } }
        const ended = await client.send(cancelRequest(request, reservation.id))
        return ended.status === 200 ? 'held' : `cancel ${ended.status}`
      },
      close: () => client.close(),
    }
  },
  contend_sql(order) {
    const requests = requestsOf(order)
    return bySql(order, async (api) => {
      const { hold } = requests.contended()
      const { outcome, reservation_id } = await holdSpot(api.pool, new Date(), hold)
      if (outcome !== 'held' || reservation_id === null) return outcome
      const ended = await endReservation(api.pool, new Date(), {
        reservation_id,
        to: 'CANCELED',
        reason: null,
        refund_cents: 0,
        user_id: hold.user_id,
      })
      return ended.outcome === 'canceled' ? 'held' : `cancel ${ended.outcome}`
    })
  },
}

export async function workOf(order: Order): Promise<Work> {
  return makers[order.task](order)
}

function overHttp(base: string, in_flight: number, good: number, next: () => HttpRequest): Work {
  const client = httpClient(base, in_flight)
  return {
    async once() {
      const { status } = await client.send(next())
      return status === good ? 'ok' : String(status)
    },
    close: () => client.close(),
  }
}

/** Runs the product's own statements directly on the database, with as many connections as calls in flight. */
async function bySql(order: Order, once: (api: Api) => Promise<string>): Promise<Work> {
  const database = await connectDatabase(order.database_url, order.in_flight)
  // The statements use only the pool.
  const api: Api = { pool: database.pool }
  return { once: () => once(api), close: () => database.close() }
}

/** Bookings are drawn and signed before the measurement, because creating them is the work of checkout. */
function prepared<T>(order: Order, draw: (requests: ReturnType<typeof requestsOf>) => T): () => T {
  const requests = requestsOf(order)
  const ready = Array.from({ length: order.seconds * preparedPerSecond }, () => draw(requests))
  let at = 0
  return () => ready[at++] ?? draw(requests)
}

function cancelRequest(request: BookingRequest, reservation_id: string): HttpRequest {
  return {
    method: 'DELETE',
    path: `/api/v2/reservations/${reservation_id}`,
    headers: signedIn(request.token),
    body: JSON.stringify({ refund_cents: 0 }),
  }
}
