import type { Person } from '@openspot/api/testing/factories/people.ts'
import {
  bookInstantlyRoute,
  getCheckoutRoute,
  type Reservation,
} from '@openspot/contract/booking/reservations.ts'
import { type CallOptions, call } from '@openspot/contract/call.ts'
import { createCarRoute } from '@openspot/contract/people/cars.ts'
import { isoOf } from '@openspot/core/time/instant.ts'
import { plusLocalDays, startOfLocalDay } from '@openspot/core/time/zone.ts'
import type { Browser } from 'playwright-core'
import { aVisitor, type Visitor } from './browser.ts'
import { halfHourAt } from './half-hours.ts'
import type { Product } from './product.ts'

/** Options to call the product's API as a person. */
export const as = (product: Product, person: Person): CallOptions => ({
  base: product.url,
  headers: { 'x-openspot-client': 'app', authorization: `Bearer ${person.token}` },
})

/** Opens a browser context signed in as a person. */
export async function aSignedIn(
  browser: Browser,
  product: Product,
  person: Person,
  look: Parameters<typeof aVisitor>[2] = {},
): Promise<Visitor> {
  const visitor = await aVisitor(browser, product.url, look)
  await visitor.context.addCookies([{ name: 'openspot', value: person.token, url: product.url }])
  return visitor
}

/**
 * A time range that starts on a half hour and lasts some hours: with 0 half hours it is in progress, and otherwise it begins at least
 * 20 minutes after the product started.
 */
export function times(halfHours: number, hours: number): { starts_at: string; ends_at: string } {
  const from = halfHourAt(halfHours)
  return {
    starts_at: new Date(from).toISOString(),
    ends_at: new Date(from + hours * 3_600_000).toISOString(),
  }
}

/** Returns a time range of a day some days from today in Chicago, where the test lots are; unlike `times`, it never crosses midnight. */
export function inDays(days: number, hour: number, hours: number): { starts_at: string; ends_at: string } {
  const zone = 'America/Chicago'
  const today = startOfLocalDay(zone, Math.floor(Date.now() / 60_000))
  const from = plusLocalDays(zone, today, days) + hour * 60
  return { starts_at: isoOf(from), ends_at: isoOf(from + hours * 60) }
}

export const tomorrow = (hour: number, hours: number) => inDays(1, hour, hours)

export async function addCarOf(
  product: Product,
  person: Person,
  plate: string,
  valid_until: string | null = null,
): Promise<string> {
  return (await call(createCarRoute, { body: { plate, region: 'IL', valid_until } }, as(product, person))).id
}

/** Creates a reservation by a person who quoted and paid it. */
export async function aReservation(
  product: Product,
  person: Person,
  order: {
    spot_id: string
    starts_at: string
    ends_at?: string
    payment_method_id: string
    car_id?: string
  },
): Promise<Reservation> {
  const { spot_id, starts_at, ends_at, payment_method_id, car_id } = order
  const until = ends_at === undefined ? {} : { ends_at }
  const options = as(product, person)
  const checkout = await call(getCheckoutRoute, { query: { spot_id, starts_at, ...until } }, options)
  const booking = await call(
    bookInstantlyRoute,
    {
      body: {
        spot_id,
        starts_at,
        ...until,
        payment_method_id,
        quote_token: checkout.quote_token ?? '',
        ...(car_id === undefined ? {} : { car_id }),
        allows_another: true,
        allows_vehicle_elsewhere: true,
      },
      idempotency_key: crypto.randomUUID(),
    },
    options,
  )
  return booking.reservation
}
