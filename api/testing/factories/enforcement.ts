import { createCarRoute } from '@openspot/contract/people/cars.ts'
import type { TestApi } from '../api.ts'
import { aLot, type TestLot } from './lots.ts'
import { aCard, aMember, aPerson, type Person } from './people.ts'
import { bookAs, twoHours } from './reservations.ts'

export interface StaffedLot {
  lot: TestLot
  admin: Person
  patroller: Person
}

/** A lot with an admin and a patroller, at a full hour. */
export async function aStaffedLot(api: TestApi): Promise<StaffedLot> {
  const lot = await aLot(api, {}, 3)
  const admin = await aMember(api, lot.lot_id, 'ADMIN')
  const patroller = await aMember(api, lot.lot_id, 'PATROLLER')
  const hour = 3_600_000
  api.ports.advance({ seconds: (hour - (api.ports.now().getTime() % hour)) / 1000 })
  return { lot, admin, patroller }
}

/** A driver with a vehicle, whose two hours on the first spot begin in an hour. */
export async function aParker(api: TestApi, lot: TestLot, plate: string) {
  const driver = await aPerson(api)
  const { id: car_id } = await api.call(createCarRoute, { body: { plate, region: 'IL' } }, driver.token)
  const payment_method_id = await aCard(api, driver, 'pm_card_bypassPending')
  const times = twoHours(api)
  await bookAs(api, driver, { spot_id: lot.spot_ids[0] ?? '', payment_method_id, car_id, ...times })
  await api.runJobs()
  return { driver, car_id, ...times }
}
