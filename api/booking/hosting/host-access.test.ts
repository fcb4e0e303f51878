import { listHostedReservationsRoute, setListingRoute } from '@openspot/contract/booking/hosting.ts'
import { cancelReservationRoute } from '@openspot/contract/booking/reservation-changes.ts'
import { getReservationRoute } from '@openspot/contract/booking/reservations.ts'
import { giveNoticeRoute } from '@openspot/contract/booking/staff-reservations.ts'
import { updateSpotRoute } from '@openspot/contract/lots/spots.ts'
import {
  createProblemRoute,
  getProblemRoute,
  refundProblemRoute,
} from '@openspot/contract/operations/problems.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs } from '../../testing/factories/reservations.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(async () => {
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})

const hour = 3_600_000
const at = (hours: number) =>
  new Date(Math.ceil(api.ports.now().getTime() / hour) * hour + hours * hour).toISOString()

/** A spot whose first assignee listed it, with a reservation of two hours that starts in two. */
async function aHostedReservation(role: 'MEMBER' | 'PATROLLER' | 'ADMIN' = 'MEMBER') {
  const lot = await aLot(api)
  const [spot_id = ''] = lot.spot_ids
  const admin = await aMember(api, lot.lot_id, 'ADMIN')
  const first = await aMember(api, lot.lot_id, role)
  const second = await aMember(api, lot.lot_id, 'MEMBER')
  const assign = ({ user_id }: Person) =>
    api.call(updateSpotRoute, { params: { spot_id }, body: { assigned_user_id: user_id } }, admin.token)
  await assign(first)
  const body = { starts_at: at(1), ends_at: at(9), is_listed: true }
  await api.call(setListingRoute, { params: { spot_id }, body }, first.token)
  const driver = await aPerson(api)
  const order = { spot_id, starts_at: at(2), ends_at: at(4), payment_method_id: await aCard(api, driver) }
  const { reservation } = await bookAs(api, driver, order)
  await api.runJobs()
  const one = { params: { reservation_id: reservation.id } }
  const read = (person: Person) => api.call(getReservationRoute, one, person.token)
  const refused = (person: Person) => api.refusal(getReservationRoute, one, person.token)
  return { lot, spot_id, first, second, driver, admin, assign, one, read, refused, reservation }
}

test('hides from a new assignee what was over before the spot became theirs, and shows it to the one who earned from it', async () => {
  const { first, second, assign, read, refused } = await aHostedReservation()
  api.ports.advance({ hours: 6 })
  await assign(second)
  expect(await refused(second)).toMatchObject({ status: 404, code: 'not_found' })
  expect(await read(first)).toMatchObject({ seen_as: 'HOST', is_host: false, total_cents: null })
})

test('shows a new assignee the reservation that lasts into their time, and lets only them give notice', async () => {
  const { spot_id, first, second, one, read } = await aHostedReservation()
  api.ports.advance({ hours: 3 })
  // Staff cannot pass on a spot that is in use, but it changes hands when its assignee leaves.
  await api.deps.database.pool.query(
    'update spots set assigned_user_id = $2, assigned_at = $3 where id = $1',
    [spot_id, second.user_id, api.ports.now().toISOString()],
  )
  expect(await read(second)).toMatchObject({ seen_as: 'HOST', is_host: true })
  expect(await read(first)).toMatchObject({ seen_as: 'HOST', is_host: false })
  const notice = { ...one, body: {} }
  expect(await api.refusal(giveNoticeRoute, notice, first.token)).toMatchObject({ code: 'forbidden' })
  expect(await api.refusal(giveNoticeRoute, notice, second.token)).toMatchObject({
    code: 'change_not_possible',
  })
  const { items } = await api.call(listHostedReservationsRoute, { params: { spot_id } }, second.token)
  expect(items).toMatchObject([{ id: one.params.reservation_id, earns_cents: 0 }])
})

test('hides a reservation that was canceled before the spot became theirs, from both once it was refunded', async () => {
  const { first, second, driver, assign, one, refused, reservation } = await aHostedReservation()
  const body = { refund_cents: reservation.total_cents ?? 0 }
  await api.call(cancelReservationRoute, { ...one, body }, driver.token)
  await api.runJobs()
  await assign(second)
  expect(await refused(second)).toMatchObject({ code: 'not_found' })
  expect(await refused(first)).toMatchObject({ code: 'not_found' })
})

test.each(['PATROLLER', 'ADMIN'] as const)(
  'shows a host who is %s the staff’s view, and says that they are its host',
  async (role) => {
    const { first, admin, driver, read } = await aHostedReservation(role)
    expect(await read(first)).toMatchObject({ seen_as: 'STAFF', is_host: true })
    expect(await read(admin)).toMatchObject({ seen_as: 'STAFF', is_host: false })
    expect(await read(driver)).toMatchObject({ seen_as: 'DRIVER', is_host: false })
  },
)

test('lets a host report a problem with the reservation on their spot, which is apart from the driver’s report and refunds nothing', async () => {
  const { lot, first, second, driver, one } = await aHostedReservation()
  api.ports.advance({ hours: 3 })
  const report = (kind: 'SPOT_TAKEN' | 'ISSUE_WITH_VEHICLE', person: Person) => ({
    params: { lot_id: lot.lot_id },
    body: { kind, ...one.params },
    idempotency_key: `${kind} ${person.user_id}`,
  })
  const by = (person: Person) =>
    api.call(createProblemRoute, report('ISSUE_WITH_VEHICLE', person), person.token)
  const drivers = await by(driver)
  const hosts = await by(first)
  expect(hosts).toMatchObject({ choices: null, is_for_staff: true, ...one.params })
  expect(hosts.id).not.toBe(drivers.id)
  const seen = { params: { problem_id: drivers.id } }
  expect(await api.refusal(getProblemRoute, seen, first.token)).toMatchObject({ code: 'not_found' })
  for (const [kind, person] of [
    ['SPOT_TAKEN', first],
    ['ISSUE_WITH_VEHICLE', second],
  ] as const)
    expect(await api.refusal(createProblemRoute, report(kind, person), person.token)).toMatchObject({
      field: 'reservation_id',
    })
  const refund = { params: { problem_id: hosts.id }, body: { refund_cents: 1 }, idempotency_key: 'refund' }
  expect(await api.refusal(refundProblemRoute, refund, first.token)).toMatchObject({
    code: 'problem_settled',
  })
})
