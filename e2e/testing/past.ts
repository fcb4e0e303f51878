import { aLot, type TestLot } from '@openspot/api/testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '@openspot/api/testing/factories/people.ts'
import { getCheckoutRoute } from '@openspot/contract/booking/reservations.ts'
import { call, type Output } from '@openspot/contract/call.ts'
import type { Product } from './product.ts'
import { aReservation, as, times } from './reservations.ts'

export type Driver = Person & { payment_method_id: string }

/** Half hours between the real time, at which the past bookings were made, and the server's time. */
const AGES = 10 * 48

/** A lot with bookings from ten days ago, and a driver who can book now. */
export interface PastLot extends TestLot {
  admin: Person
  driver: Driver
  /** The checkout offer for a spot, starting some half hours after the server's time. */
  offered(index: number, halfHours?: number, hours?: number): Promise<Output<typeof getCheckoutRoute>>
  costs(index: number, halfHours?: number, hours?: number): Promise<number | undefined>
  book(who: Driver, index: number, halfHours: number, hours: number): Promise<void>
  /** The path of the driver's page for that time. */
  page(halfHours?: number, hours?: number): string
  console(path: string): string
}

export async function aPastLot(product: Product): Promise<PastLot> {
  const lot = await aBusyLot(product)
  product.advance(AGES * 30)
  return presentOf(product, lot)
}

/** Creates several equal lots, each with its own past. */
export async function pastLots(product: Product, count: number): Promise<PastLot[]> {
  const lots: TestLot[] = []
  for (let made = 0; made < count; made += 1) lots.push(await aBusyLot(product))
  product.advance(AGES * 30)
  return Promise.all(lots.map((lot) => presentOf(product, lot)))
}

async function aDriver(product: Product, first_name: string): Promise<Driver> {
  const person = await aPerson(product.server, { first_name })
  return { ...person, payment_method_id: await aCard(product.server, person) }
}

async function book(
  product: Product,
  lot: TestLot,
  { payment_method_id, ...who }: Driver,
  [index, halfHours, hours]: readonly [number, number, number],
): Promise<void> {
  const spot_id = lot.spot_ids[index] ?? ''
  await aReservation(product, who, { spot_id, ...times(halfHours, hours), payment_method_id })
}

/** Four bookings by two people at $4.00 per hour and $20.00 per day: $4.99, $8.99, $12.99, and $20.99 for a day. */
async function aBusyLot(product: Product): Promise<TestLot> {
  const lot = await aLot(product.server, { name: 'Wells Street Lot' }, 8)
  const [ada, ben] = [await aDriver(product, 'Ada'), await aDriver(product, 'Ben')]
  await book(product, lot, ada, [0, 4, 1])
  await book(product, lot, ada, [1, 4, 2])
  await book(product, lot, ben, [2, 4, 3])
  await book(product, lot, ben, [3, 8, 6])
  return lot
}

async function presentOf(product: Product, lot: TestLot): Promise<PastLot> {
  const admin = await aMember(product.server, lot.lot_id, 'ADMIN')
  const driver = await aDriver(product, 'Dora')
  const offered: PastLot['offered'] = (index, halfHours = 4, hours = 2) =>
    call(
      getCheckoutRoute,
      { query: { spot_id: lot.spot_ids[index] ?? '', ...times(AGES + halfHours, hours) } },
      as(product, driver),
    )
  return {
    ...lot,
    admin,
    driver,
    offered,
    costs: async (...of) => (await offered(...of)).price?.total_cents,
    book: (who, index, halfHours, hours) => book(product, lot, who, [index, AGES + halfHours, hours]),
    page: (halfHours = 4, hours = 2) =>
      `/l/${lot.public_id}?${new URLSearchParams(times(AGES + halfHours, hours))}`,
    console: (path) => `/lots/${lot.lot_id}/${path}`,
  }
}
