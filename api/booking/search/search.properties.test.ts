import { type Checkout, getCheckoutRoute } from '@openspot/contract/booking/reservations.ts'
import { CallError } from '@openspot/contract/call.ts'
import { searchLotSpotsRoute, searchRoute } from '@openspot/contract/lots/lots.ts'
import { mayBeAssigned } from '@openspot/core/allocation/on-request.ts'
import type { SpotType } from '@openspot/core/enums.ts'
import { atDepth } from '@openspot/db/testing/depth.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import type { Person } from '../../testing/factories/people.ts'
import { question, worldPlan } from '../../testing/factories/search-plans.ts'
import { makeWorld, type World, type WorldLot } from '../../testing/factories/search-world.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi({ OPENSPOT_SEARCH_INDEX: '1' })
  await api.app.search_index?.load()
  // The clocks in Chicago change in the night that the questions cover.
  api.ports.advance({ days: 4, hours: 20 })
})
afterAll(() => api.close())

type Question = typeof question extends fc.Arbitrary<infer Q> ? Q : never
type Times = { starts_at: string; ends_at?: string }
type Bookable = { free_spots: number; total_cents: number }

/** Returns the checkout, or null if it is rejected. */
async function ask(
  person: Person,
  query: { spot_id?: string; lot_id?: string; type?: SpotType; features?: string } & Times,
): Promise<Checkout | null> {
  try {
    return await api.call(getCheckoutRoute, { query }, person.token)
  } catch (error) {
    // This person queries every spot, which exceeds their rate limit.
    if (error instanceof CallError && error.body.code === 'too_many_requests') {
      await api.deps.database.pool.query('delete from rate_limits')
      api.app.counts.clear()
      return ask(person, query)
    }
    if (error instanceof CallError && error.status < 500) return null
    throw error
  }
}

/** Computes what could be booked in a lot by a checkout of every spot, and of any spot where none is free. */
async function tryAll(
  person: Person,
  lot: WorldLot,
  times: Times,
  asked: Question,
): Promise<{ bookable: Bookable | null; offers: (Checkout | null)[] }> {
  const within = (cents: number) => cents >= (asked.min_cents ?? 0) && cents <= (asked.max_cents ?? Infinity)
  const offers = await Promise.all(lot.spot_ids.map((spot_id) => ask(person, { spot_id, ...times })))
  const prices = offers.flatMap((offer, nth) => {
    const spot = lot.plan.spots[nth]
    const fits = spot && mayBeAssigned(spot, asked)
    return fits && offer?.is_free && offer.price ? [offer.price.total_cents] : []
  })
  const good = prices.filter(within)
  if (good.length > 0)
    return { offers, bookable: { free_spots: good.length, total_cents: Math.min(...good) } }
  if (prices.length > 0) return { offers, bookable: null }
  const features = asked.features.join(',')
  const kinds = asked.types.length > 0 ? asked.types.map((type) => ({ type })) : [{}]
  const made: number[] = []
  for (const kind of kinds) {
    const any = await ask(person, {
      lot_id: lot.lot_id,
      ...kind,
      ...(features ? { features } : {}),
      ...times,
    })
    if (any?.is_free && any.price && within(any.price.total_cents)) made.push(any.price.total_cents)
  }
  return { offers, bookable: made.length > 0 ? { free_spots: 1, total_cents: Math.min(...made) } : null }
}

const endOf = (world: World, lot: WorldLot): WorldLot => {
  const next = world.lots.find(({ lot_id }) => lot_id === lot.sends_to)
  return next ? endOf(world, next) : lot
}

const isMember = (world: World, person: Person, lot: WorldLot) =>
  person === world.driver && lot.plan.driver !== 'stranger'

/** Returns the lots that a person may find, at the ends of redirects. */
function findable(world: World, person: Person): WorldLot[] {
  const mayFind = (lot: WorldLot) => !lot.plan.is_private || isMember(world, person, lot)
  return [...new Set(world.lots.filter(mayFind).map((lot) => endOf(world, lot)))].filter(mayFind)
}

async function compare(world: World, asked: Question, person: Person, token: string | null): Promise<number> {
  const times = {
    starts_at: world.at(asked.from, asked.minutes),
    ...(asked.hours === null ? {} : { ends_at: world.at(asked.from + asked.hours, asked.minutes) }),
  }
  const { types, features, min_cents, max_cents } = asked
  const filters = { types: types.join(','), features: features.join(',') }
  const prices = { ...(min_cents ? { min_cents } : {}), ...(max_cents ? { max_cents } : {}) }
  const near = { lat: world.lat, lng: world.lng, limit: 100 }
  const found = await api.call(searchRoute, { query: { ...near, ...times, ...filters, ...prices } }, token)
  const expected = new Map<string, Bookable>()
  for (const lot of findable(world, person)) {
    const { bookable, offers } = await tryAll(person, lot, times, asked)
    if (bookable) expected.set(lot.lot_id, bookable)
    const { items, refusal } = await api.call(
      searchLotSpotsRoute,
      { query: { lot_id: lot.lot_id, ...times } },
      token,
    )
    expect(items.map(({ is_free }) => is_free)).toEqual(
      offers.map((offer) => Boolean(offer?.is_free && offer.price)),
    )
    for (const [nth, offer] of offers.entries()) {
      if (offer) expect(items[nth]?.price, lot.lot_id).toEqual(offer.price)
    }
    expect(refusal !== null).toBe(items.every(({ price }) => price === null))
  }
  const shown = found.items.map(({ lot, free_spots, price }): [string, Bookable] => [
    lot.id,
    { free_spots, total_cents: price.total_cents },
  ])
  expect(new Map(shown)).toEqual(expected)
  expect(shown).toHaveLength(expected.size)
  return shown.length
}

test('offers in search exactly what checkout would accept', {
  timeout: 600_000,
}, async () => {
  let [offered, empty] = [0, 0]
  await fc.assert(
    fc.asyncProperty(
      worldPlan,
      fc.array(question, { minLength: 3, maxLength: 4 }),
      async (plans, questions) => {
        // Rate limits reset with time.
        api.ports.advance({ minutes: 5 })
        const world = await makeWorld(api, plans)
        for (const asked of questions) {
          for (const [person, token] of [
            [world.driver, world.driver.token],
            [world.stranger, null],
          ] as const) {
            const shown = await compare(world, asked, person, token)
            if (shown > 0) offered++
            else empty++
          }
        }
      },
    ),
    { numRuns: atDepth(12, 60) },
  )
  // Worlds in which everything or nothing can be booked would prove little.
  expect(Math.min(offered, empty)).toBeGreaterThan(atDepth(4, 20))
})
