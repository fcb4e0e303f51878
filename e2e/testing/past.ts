import { aCard, aMember, aPerson, type Person } from '@openspot/api/testing/people.ts'
import { aLot, type TestLot } from '@openspot/api/testing/places.ts'
import { call, type Output } from '@openspot/contract/call.ts'
import { getCheckout } from '@openspot/contract/reservations.ts'
import type { Product } from './product.ts'
import { aStay, as, times } from './stays.ts'

export type Driver = Person & { payment_method_id: string }

/** How many half hours lie between the real present, in which the past was made, and the one the server believes in. */
const AGES = 10 * 48

/** A lot in which people booked ten days ago, and somebody who may book there now. */
export interface PastLot extends TestLot {
  admin: Person
  driver: Driver
  /** What a driver is told of some hours on a spot, from some half hours after the server's present on. */
  offered(index: number, halfHours?: number, hours?: number): Promise<Output<typeof getCheckout>>
  costs(index: number, halfHours?: number, hours?: number): Promise<number | undefined>
  book(who: Driver, index: number, halfHours: number, hours: number): Promise<void>
  /** The page on which a driver looks at it for that time. */
  page(halfHours?: number, hours?: number): string
  console(path: string): string
}

/** Four bookings of two people, at 4.00 an hour and 20.00 a day: 4.99, 8.99, 12.99 and, as a day, 20.99. */
export async function aPastLot(product: Product): Promise<PastLot> {
  const lot = await aLot(product.server, { name: 'Wells Street Lot' }, 8)
  const spot = (index: number) => lot.spot_ids[index] ?? ''
  const aDriver = async (first_name: string): Promise<Driver> => {
    const person = await aPerson(product.server, { first_name })
    return { ...person, payment_method_id: await aCard(product.server, person) }
  }
  const book = async (
    { payment_method_id, ...who }: Driver,
    index: number,
    halfHours: number,
    hours: number,
  ) => {
    await aStay(product, who, { spot_id: spot(index), ...times(halfHours, hours), payment_method_id })
  }
  const admin = await aMember(product.server, lot.lot_id, 'ADMIN')
  const [ada, ben] = [await aDriver('Ada'), await aDriver('Ben')]
  await book(ada, 0, 4, 1)
  await book(ada, 1, 4, 2)
  await book(ben, 2, 4, 3)
  await book(ben, 3, 8, 6)
  product.advance(AGES * 30)
  const driver = await aDriver('Dora')
  const offered: PastLot['offered'] = (index, halfHours = 4, hours = 2) =>
    call(
      getCheckout,
      { query: { spot_id: spot(index), ...times(AGES + halfHours, hours) } },
      as(product, driver),
    )
  return {
    ...lot,
    admin,
    driver,
    offered,
    costs: async (...of) => (await offered(...of)).price?.total_cents,
    book: (who, index, halfHours, hours) => book(who, index, AGES + halfHours, hours),
    page: (halfHours = 4, hours = 2) =>
      `/l/${lot.public_id}?${new URLSearchParams(times(AGES + halfHours, hours))}`,
    console: (path) => `/lots/${lot.lot_id}/${path}`,
  }
}
