import { endReservation, holdSpot } from '@openspot/api/booking/reservations/hold.sql.ts'
import { findLots } from '@openspot/api/booking/search/search.sql.ts'
import { cellsAround } from '@openspot/core/geo/cells.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'
import { connectDatabase, type Database } from '@openspot/db/database.ts'
import { type Ask, httpClient } from './http-client.ts'
import type { Order, TaskName } from './messages.ts'
import { idOf } from './size.ts'
import { type BookingWish, bookingAsk, preferencesOf, searchAsk, signedIn } from './wishes.ts'

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
    const preferences = preferencesOf(order)
    return overHttp(order.product_url, order.in_flight, 200, () => ({
      method: 'GET',
      path: `/api/v1/spots/${idOf('spot', preferences.spot())}`,
      headers: signedIn(preferences.token()),
    }))
  },
  read_bare(order) {
    const preferences = preferencesOf(order)
    return overHttp(order.bare_url, order.in_flight, 200, () => ({
      method: 'GET',
      path: `/spots/${idOf('spot', preferences.spot())}`,
      headers: signedIn(preferences.token()),
    }))
  },
  search(order) {
    const preferences = preferencesOf(order)
    const now = Date.now()
    let nth = order.seed
    return overHttp(order.product_url, order.in_flight, 200, () => searchAsk(preferences.search(now), nth++))
  },
  search_sql(order) {
    const preferences = preferencesOf(order)
    const now = Date.now()
    return bySql(order, async (api) => {
      const { lat, lng, radius_m, starts_at, ends_at } = preferences.search(now)
      const cells = cellsAround(lat, lng, radius_m)
      const around = { kind: 'around', point: { lat, lng }, radius_m, cells } as const
      await findLots(api.pool, around, minutesOf(starts_at), minutesOf(ends_at), null)
      return 'found'
    })
  },
  book(order) {
    const next = prepared(order, (preferences) => bookingAsk(preferences.booking()))
    return overHttp(order.product_url, order.in_flight, 201, next)
  },
  book_sql(order) {
    const next = prepared(order, (preferences) => preferences.booking().hold)
    return bySql(order, async (api) => (await holdSpot(api.pool, new Date(), next())).outcome)
  },
  contend(order) {
    const preferences = preferencesOf(order)
    const client = httpClient(order.product_url, order.in_flight)
    return {
      async once() {
        const wish = preferences.contended()
        const { status, text } = await client.ask(bookingAsk(wish))
        if (status !== 201) return String(status)
        const { reservation } = JSON.parse(text) as { reservation: { id: string } }
        const ended = await client.ask(cancelAsk(wish, reservation.id))
        return ended.status === 200 ? 'held' : `cancel ${ended.status}`
      },
      close: () => client.close(),
    }
  },
  contend_sql(order) {
    const preferences = preferencesOf(order)
    return bySql(order, async (api) => {
      const { hold } = preferences.contended()
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

function overHttp(base: string, in_flight: number, good: number, next: () => Ask): Work {
  const client = httpClient(base, in_flight)
  return {
    async once() {
      const { status } = await client.ask(next())
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
function prepared<T>(order: Order, draw: (preferences: ReturnType<typeof preferencesOf>) => T): () => T {
  const preferences = preferencesOf(order)
  const ready = Array.from({ length: order.seconds * preparedPerSecond }, () => draw(preferences))
  let at = 0
  return () => ready[at++] ?? draw(preferences)
}

function cancelAsk(wish: BookingWish, reservation_id: string): Ask {
  return {
    method: 'DELETE',
    path: `/api/v2/reservations/${reservation_id}`,
    headers: signedIn(wish.token),
    body: JSON.stringify({ refund_cents: 0 }),
  }
}
