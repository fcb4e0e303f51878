import { setTimeout as pause } from 'node:timers/promises'
import { brokenInvariants } from '@openspot/api/platform/invariants/invariants.sql.ts'
import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '@openspot/api/testing/factories/people.ts'
import {
  cancelReservationRoute,
  getCancellationRoute,
} from '@openspot/contract/booking/reservation-changes.ts'
import { bookInstantlyRoute, getCheckoutRoute } from '@openspot/contract/booking/reservations.ts'
import { CallError, call } from '@openspot/contract/call.ts'
import { searchRoute } from '@openspot/contract/lots/lots.ts'
import { createDeps } from '@openspot/server/app-deps.ts'
import { settingsFor } from '@openspot/server/settings.ts'
import { resetLimits } from '../under-test/reset-limits.ts'
import { until } from '../under-test/until.ts'
import type { Reached } from './load.ts'

/** Where a city is. */
export interface Place {
  lat: number
  lng: number
}

/** Medians in milliseconds, one call after another. */
interface Latencies {
  quote: number
  book: number
  cancel: number
  search: number
}

interface JourneyResult {
  latencies: Latencies
  /** Promises that were broken. */
  problems: string[]
}

const rounds = 10
const freeLot = { hour_cents: 0, day_cents: 0, min_reservation_price: 0, service_fee_cents: 0 }

type Deps = Awaited<ReturnType<typeof createDeps>>

/** What factories need to write rows of a city past its API. */
const depsOf = ({ database_url, stand_in_port }: Reached): Promise<Deps> =>
  createDeps(settingsFor({ LOG_LEVEL: 'fatal', OPENSPOT_SEARCH_INDEX: '0' }), database_url, {
    address: {
      secret_key: 'sk_test_drills',
      host: { host: '127.0.0.1', port: stand_in_port, protocol: 'http' },
    },
    webhook_secret: '',
    connect_webhook_secret: '',
  })

/** Books, cancels, is refunded and notified, searches, and books one spot 200 times at once, all over HTTP. */
export async function makeJourney(reached: Reached, place: Place): Promise<JourneyResult> {
  const deps = await depsOf(reached)
  const problems: string[] = []
  try {
    const lot = await aLot({ deps }, place, 10)
    await aMember({ deps }, lot.lot_id, 'ADMIN')
    const driver = await aPerson({ deps })
    const card = await aCard({ deps }, driver)
    const times: Record<keyof Latencies, number[]> = { quote: [], book: [], cancel: [], search: [] }
    const timed = async <T>(name: keyof Latencies, work: () => Promise<T>): Promise<T> => {
      const began = performance.now()
      const done = await work()
      times[name].push(performance.now() - began)
      return done
    }
    const ids: string[] = []
    for (let round = 0; round < rounds; round++) {
      await resetLimits(reached.database_url)
      const found = await timed('search', () => search(reached, place, round))
      if (!found.includes(lot.public_id)) problems.push(`search ${round} does not find the lot`)
      const spot_id = lot.spot_ids[round % lot.spot_ids.length] ?? ''
      const body = await timed('quote', () => quote(reached, driver, spot_id, 3 + round))
      const paid = { ...body, payment_method_id: card }
      const { reservation } = await timed('book', () => book(reached, driver, paid))
      const params = { reservation_id: reservation.id }
      const { refund_cents } = await insist(() => call(getCancellationRoute, { params }, as(reached, driver)))
      if (refund_cents === 0) problems.push(`reservation ${reservation.id} would not be refunded`)
      await timed('cancel', () =>
        insist(() => call(cancelReservationRoute, { params, body: { refund_cents } }, as(reached, driver))),
      )
      ids.push(reservation.id)
    }
    const { pool } = deps.database
    const counted = async (text: string) => Number((await pool.query(text, [ids])).rows[0]?.count)
    await until('every refund is made', async () => (await counted(refunded)) === rounds, 240)
    await until('every notice is written', async () => (await counted(notified)) === 2 * rounds, 240)
    await until(
      'the emails are sent',
      async () => Number((await pool.query(unsent)).rows[0]?.count) === 0,
      240,
    )
    const race = await bookAtOnce(reached, deps, place)
    if (race !== '{"booked":1,"spot_taken":199}') problems.push(`200 at once: ${race}`)
    const broken = await brokenInvariants(pool)
    for (const [rule, rows] of Object.entries(broken))
      problems.push(`broken: ${rule}: ${JSON.stringify(rows)}`)
    const median = (list: number[]) =>
      Math.round(list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0)
    const { quote: q, book: b, cancel: c, search: s } = times
    return {
      latencies: { quote: median(q), book: median(b), cancel: median(c), search: median(s) },
      problems,
    }
  } finally {
    await deps.close()
  }
}

const refunded = `select count(*) from refunds f join invoices i on i.id = f.invoice_id and i.lot_id = f.lot_id
  where i.reservation_id = any ($1::uuid[]) and f.status = 'SUCCEEDED'`
const notified = `select count(*) from notifications where reservation_id = any ($1::uuid[]) and kind in ('CONFIRMED', 'CANCELED')`
const unsent = `select count(*) from emails where state in ('WAITING', 'FAILED')`

const as = ({ base }: Pick<Reached, 'base'>, { token }: Person) => ({
  base,
  headers: { 'x-openspot-client': 'app', authorization: `Bearer ${token}` },
})

const timesOf = (day: number) => {
  const from = Math.ceil(Date.now() / 3_600_000 + day * 24) * 3_600_000
  return { starts_at: new Date(from).toISOString(), ends_at: new Date(from + 7_200_000).toISOString() }
}

async function search(reached: Pick<Reached, 'base'>, { lat, lng }: Place, day = 0): Promise<string[]> {
  const query = { lat, lng, radius_m: 1000, ...timesOf(3 + day) }
  const { items } = await insist(() => call(searchRoute, { query }, { base: reached.base, headers: {} }))
  return items.map(({ lot }) => lot.public_id)
}

/** Gets the price of a time on a spot; the answer books it. */
async function quote(reached: Pick<Reached, 'base'>, person: Person, spot_id: string, day: number) {
  const query = { spot_id, ...timesOf(day) }
  const { quote_token } = await insist(() => call(getCheckoutRoute, { query }, as(reached, person)))
  return { ...query, quote_token: quote_token ?? '', allows_another: false }
}

const book = (
  reached: Pick<Reached, 'base'>,
  person: Person,
  body: Awaited<ReturnType<typeof quote>> & { payment_method_id?: string },
) => {
  const idempotency_key = crypto.randomUUID()
  return insist(() => call(bookInstantlyRoute, { body, idempotency_key }, as(reached, person)))
}

/** Repeats a call that a server too busy refused, as an app does. */
async function insist<T>(send: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await send()
    } catch (error) {
      const is_busy =
        error instanceof CallError && ['overloaded', 'request_in_flight'].includes(error.body.code)
      if (!is_busy) throw error
      await pause(100)
    }
  }
}

/** Books the same time on the same spot 200 times, and counts the answers. */
async function bookAtOnce(reached: Reached, deps: Deps, place: Place): Promise<string> {
  const lot: TestLot = await aLot({ deps }, { ...place, ...freeLot }, 1)
  const wanted: (() => Promise<unknown>)[] = []
  for (let one = 0; one < 200; one++) {
    const person = await aPerson({ deps })
    const body = await quote(reached, person, lot.spot_ids[0] ?? '', 3)
    wanted.push(() => book(reached, person, body))
    if (one % 50 === 0) await resetLimits(reached.database_url)
  }
  await resetLimits(reached.database_url)
  const counts: Record<string, number> = { booked: 0 }
  const answers = await Promise.allSettled(wanted.map((send) => send()))
  for (const answer of answers) {
    const reason: unknown = answer.status === 'rejected' ? answer.reason : null
    const name = reason === null ? 'booked' : reason instanceof CallError ? reason.body.code : String(reason)
    counts[name] = (counts[name] ?? 0) + 1
  }
  return JSON.stringify(counts)
}
