import { setTimeout as wait } from 'node:timers/promises'
import type { TestLot } from '@openspot/api/testing/factories/lots.ts'
import type { Person } from '@openspot/api/testing/factories/people.ts'
import {
  cancelReservationRoute,
  editReservationRoute,
  getCancellationRoute,
  previewChangeRoute,
} from '@openspot/contract/booking/reservation-changes.ts'
import { bookInstantlyRoute, getCheckoutRoute } from '@openspot/contract/booking/reservations.ts'
import { CallError, call, type Input, type Output } from '@openspot/contract/call.ts'
import { adjustInvoiceRoute } from '@openspot/contract/money/adjustments.ts'
import type { Route } from '@openspot/contract/route.ts'
import type { Random } from '../demo/random.ts'

export interface LoadTarget {
  base: string
  lot: TestLot
  admin: Person
  /** Calls that the server itself says it failed at: there should be none. */
  failed_calls: Set<string>
  /** Resets the rate limits, because a simulated driver does in a minute what a real one does in a month. */
  resetLimits(): Promise<void>
  /** When drivers may go. */
  isOver(): boolean
  /** How calls are sent, where a drill watches what comes back; `fetch` otherwise. */
  fetch?: typeof fetch
}

export interface Driver {
  person: Person
  payment_method_id: string
  /** A day of their own: they are not in each other's way, and every refusal is a real one. */
  day: number
  booked: number
}

/** Repeats a call with the same key until there is a response, as an app does when a server is down. */
async function insist<R extends Route>(
  target: LoadTarget,
  route: R,
  input: Input<R>,
  token: string,
): Promise<Output<R>> {
  for (;;) {
    try {
      return await call(route, input, {
        base: target.base,
        headers: { 'x-openspot-client': 'app', authorization: `Bearer ${token}` },
        ...(target.fetch ? { fetch: target.fetch } : {}),
      })
    } catch (error) {
      const isAnswer = error instanceof CallError && error.status > 0 && error.status < 500
      if (isAnswer && error.body.code === 'too_many_requests') await target.resetLimits()
      else if (isAnswer && error.body.code !== 'request_in_flight') throw error
      if (error instanceof CallError && error.body.code === 'internal')
        target.failed_calls.add(`${route.method} ${route.url}`)
      await wait(50)
    }
  }
}

/** Books, changes, cancels and is given money back, over and over, whatever becomes of the server meanwhile. */
export async function keepBooking(target: LoadTarget, driver: Driver, random: Random): Promise<void> {
  let at = 0
  while (!target.isOver()) {
    await parkOnce(target, driver, random, at++).catch((error: unknown) => {
      // A refusal is an answer: the price has changed, the time has passed.
      if (!(error instanceof CallError)) throw error
    })
  }
}

/** Books the next free time of a driver; null where there is none. */
export async function bookNext(
  target: LoadTarget,
  { person, payment_method_id, day }: Driver,
  at: number,
  idempotency_key: string,
): Promise<{
  reservation: Output<typeof bookInstantlyRoute>['reservation']
  time: (hours: number) => string
} | null> {
  const spot_id = target.lot.spot_ids[at % target.lot.spot_ids.length] ?? ''
  const begins =
    Math.ceil(Date.now() / 3_600_000) * 3_600_000 +
    (day * 24 + 6 * Math.floor(at / target.lot.spot_ids.length)) * 3_600_000
  const time = (hours: number) => new Date(begins + hours * 3_600_000).toISOString()
  const query = { spot_id, starts_at: time(0), ends_at: time(2) }
  const { quote_token, ...checkout } = await insist(target, getCheckoutRoute, { query }, person.token)
  if (quote_token === null) return null
  const { starts_at, ends_at } = checkout
  const body = {
    spot_id: checkout.spot.id,
    starts_at,
    ends_at,
    quote_token,
    payment_method_id,
    allows_another: true,
  }
  const { reservation } = await insist(target, bookInstantlyRoute, { body, idempotency_key }, person.token)
  return { reservation, time }
}

async function parkOnce(target: LoadTarget, driver: Driver, random: Random, at: number): Promise<void> {
  const { person, payment_method_id } = driver
  const key = () => random.id()
  const send = <R extends Route>(route: R, input: Input<R>) => insist(target, route, input, person.token)
  const booking = await bookNext(target, driver, at, key())
  if (!booking) return
  const { reservation, time } = booking
  driver.booked++
  const params = { reservation_id: reservation.id }
  if (random.int(1, 3) === 1) {
    const preview = await send(previewChangeRoute, { params, query: { ends_at: time(3) } })
    await send(editReservationRoute, {
      body: { ...params, ends_at: time(3), difference_cents: preview.difference_cents, payment_method_id },
      idempotency_key: key(),
    })
  }
  if (random.int(1, 3) === 1) {
    const input = {
      params: { invoice_id: reservation.invoice_id ?? '' },
      body: { kind: 'CORRECTION' as const, amount_cents: random.int(1, 2) === 1 ? -60 : 90, reason: 'Test' },
      idempotency_key: key(),
    }
    await insist(target, adjustInvoiceRoute, input, target.admin.token)
  }
  if (random.int(1, 3) === 1) {
    const { refund_cents } = await send(getCancellationRoute, { params })
    await send(cancelReservationRoute, { params, body: { refund_cents } })
  }
}
