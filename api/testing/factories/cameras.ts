import type { Input, Output } from '@openspot/contract/call.ts'
import { createCameraRoute } from '@openspot/contract/operations/cameras.ts'
import { listPlateReadsRoute, listPlateVisitsRoute } from '@openspot/contract/operations/visits.ts'
import { createCarRoute } from '@openspot/contract/people/cars.ts'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { checkVisits } from '../../operations/cameras/check-visits.ts'
import { secretWord } from '../../ports.ts'
import type { TestApi } from '../api.ts'
import { aLot } from './lots.ts'
import { aCard, aMember, aPerson, type Person } from './people.ts'
import { bookAs, twoHours } from './reservations.ts'

type Body = Input<typeof createCameraRoute>['body']
export type TestCamera = Output<typeof createCameraRoute>

/** Creates a camera in a lot as one of its admins. */
export const createCamera = (
  api: TestApi,
  of: { lot_id: string; admin: Person; body?: Partial<Body> },
): Promise<TestCamera> => {
  const name = `Camera ${secretWord(api.ports, 6)}`
  const body: Body = {
    name,
    kind: 'OPENALPR',
    direction: 'ENTRY',
    gate_id: null,
    silent_hours: 24,
    ...of.body,
  }
  return api.call(createCameraRoute, { params: { lot_id: of.lot_id }, body }, of.admin.token)
}

/** An event of a camera, by default taken now. */
export const plateEvent = (
  api: TestApi,
  plate: string,
  more: { at?: Date; uuid?: string; fields?: Record<string, unknown> } = {},
): string =>
  JSON.stringify({
    data_type: 'alpr_group',
    best_uuid: more.uuid ?? secretWord(api.ports),
    best_plate_number: plate,
    best_confidence: 92.4,
    epoch_end: (more.at ?? api.ports.now()).getTime(),
    ...more.fields,
  })

/** Sends an event as a camera does. Returns the status of the response. */
export async function sendEvent(
  api: TestApi,
  address: string,
  body: string | Buffer | FormData,
  content_type?: string,
): Promise<number> {
  const { pathname } = new URL(address)
  const answer = await fetch(`${api.base}${pathname}`, {
    method: 'POST',
    body: Buffer.isBuffer(body) ? new Uint8Array(body) : body,
    ...(typeof body === 'string' || content_type !== undefined
      ? { headers: { 'content-type': content_type ?? 'application/json' } }
      : {}),
  })
  await answer.arrayBuffer()
  return answer.status
}

/** A lot with a camera at its entry and one at its exit, at a full hour, and what tests do there. */
export async function aWatchedLot(api: TestApi) {
  const lot = await aLot(api, {}, 3)
  const { lot_id } = lot
  const admin = await aMember(api, lot_id, 'ADMIN')
  const entry = await createCamera(api, { lot_id, admin })
  const exit = await createCamera(api, { lot_id, admin, body: { direction: 'EXIT' } })
  const hour = 3_600_000
  api.ports.advance({ seconds: (hour - (api.ports.now().getTime() % hour)) / 1000 })
  const check = () => checkVisits(paymentDepsOf(api.deps))
  const params = { lot_id }
  return {
    ...lot,
    admin,
    entry,
    exit,
    params,
    visits: async (show: 'INSIDE' | 'ATTENTION' | 'ALL' = 'ALL') =>
      (await api.call(listPlateVisitsRoute, { params, query: { show } }, admin.token)).items,
    reads: async () => (await api.call(listPlateReadsRoute, { params, query: {} }, admin.token)).items,
    /** Sends an event, and waits until it is read. Returns the status of the response. */
    see: async (camera: TestCamera, plate: string, more: Parameters<typeof plateEvent>[2] = {}) => {
      const status = await sendEvent(api, camera.address, plateEvent(api, plate, more))
      await api.runJobs()
      await check()
      return status
    },
    later: async (minutes: number) => {
      api.ports.advance({ minutes })
      await check()
    },
    /** A driver with a vehicle, whose two hours on a spot begin in an hour. */
    driver: async (plate: string, spot = 0) => {
      const driver = await aPerson(api)
      const { id: car_id } = await api.call(createCarRoute, { body: { plate, region: 'IL' } }, driver.token)
      const payment_method_id = await aCard(api, driver, 'pm_card_bypassPending')
      const times = twoHours(api)
      const spot_id = lot.spot_ids[spot] ?? ''
      const { reservation } = await bookAs(api, driver, { spot_id, payment_method_id, car_id, ...times })
      await api.runJobs()
      return { driver, reservation, ...times }
    },
  }
}
export type WatchedLot = Awaited<ReturnType<typeof aWatchedLot>>
