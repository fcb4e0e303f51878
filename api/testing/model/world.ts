import { createSpotAvailabilityRoute } from '@openspot/contract/booking/availability.ts'
import type { TestApi } from '../api.ts'
import { aLot, type TestLot } from '../factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '../factories/people.ts'
import type { Random } from './random.ts'

export interface Driver extends Person {
  cards: { good: string; asking: string; declining: string }
  /** Additional payment methods, used occasionally if the world has any. */
  others: string[]
  car_id: string
}

/** The setting of a sequence: a small lot, some drivers, an admin, and a host with an assigned spot. */
export interface World {
  api: TestApi
  random: Random
  lot: TestLot
  drivers: Driver[]
  admin: Person
  /** A second admin who approves. */
  second: Person
  host: Person
  /** Ids from earlier responses for later calls: reservations, and holds for their changes. */
  known: { id: string; driver: Driver }[]
}

export async function aWorld(api: TestApi, random: Random): Promise<World> {
  const lot = await aLot(
    api,
    { half_hour_cents: 250, month_cents: 30_000, max_reservation_price: 200_000 },
    4,
  )
  const admin = await aMember(api, lot.lot_id, 'ADMIN')
  const second = await aMember(api, lot.lot_id, 'ADMIN')
  const host = await aMember(api, lot.lot_id, 'MEMBER')
  const own = lot.spot_ids[3] ?? ''
  await api.deps.database.pool.query('update spots set assigned_user_id = $2 where id = $1', [
    own,
    host.user_id,
  ])
  const starts_at = api.ports.now().toISOString()
  const body = { kind: 'OPEN' as const, starts_at, ends_at: null, rates: { hour_cents: 300 } }
  await api.call(createSpotAvailabilityRoute, { params: { spot_id: own }, body }, host.token)
  const drivers = await Promise.all([0, 1, 2].map(() => aDriver(api)))
  return { api, random, lot, admin, second, host, drivers, known: [] }
}

async function aDriver(api: TestApi): Promise<Driver> {
  const person = await aPerson(api)
  const cards = {
    good: await aCard(api, person),
    asking: await aCard(api, person, 'pm_card_threeDSecure2Required'),
    declining: await aCard(api, person, 'pm_card_chargeCustomerFail'),
  }
  // P is not a hexadecimal digit, so the plate is never part of the user's id, which others may read.
  const plate = `P${person.user_id.slice(-7).toUpperCase()}`
  const { id } = await api.deps.database.db
    .insertInto('cars')
    .values({
      user_id: person.user_id,
      plate,
      plate_normalized: plate,
      created_at: api.ports.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ...person, cards, others: [], car_id: id }
}
