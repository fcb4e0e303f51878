import { confirmReservationRoute, getReservationRoute } from '@openspot/contract/booking/reservations.ts'
import {
  createByStaffRoute,
  replaceByStaffRoute,
  sendToDriverRoute,
} from '@openspot/contract/booking/staff-reservations.ts'
import { listReservationInvoicesRoute } from '@openspot/contract/money/invoices.ts'
import { createCarRoute } from '@openspot/contract/people/cars.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { newGuestEmail } from '../../testing/factories/guests.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs, twoHours } from '../../testing/factories/reservations.ts'

let api: TestApi
let lot: TestLot
let admin: Person

beforeAll(async () => {
  api = await testApi()
})
afterAll(async () => {
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})
beforeEach(async () => {
  lot = await aLot(api)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
})

type Body = Parameters<typeof api.call<typeof createByStaffRoute>>[1]['body']
const create = (body: Partial<Body>) => ({
  body: { spot_id: lot.spot_ids[0] ?? '', payment_kind: 'STRIPE' as const, ...twoHours(api), ...body },
  idempotency_key: secretWord(api.ports),
})
const paramsOf = ({ id }: { id: string }) => ({ params: { reservation_id: id } })
const emailsTo = async (address: string): Promise<number> => {
  await api.runJobs()
  const { rows } = await api.deps.database.pool.query(
    `select count(*)::int as count from emails where to_address = $1 and kind = 'to_accept' and state <> 'SUPPRESSED'`,
    [address],
  )
  return rows[0]?.count ?? 0
}

describe('sending a reservation that awaits its driver again', () => {
  test('emails another link to the same address, and the audit log names who did it', async () => {
    const email = newGuestEmail(api)
    const made = await api.call(createByStaffRoute, create({ person: { email } }), admin.token)
    expect(await emailsTo(email)).toBe(1)
    await api.call(sendToDriverRoute, paramsOf(made), admin.token)
    expect(await emailsTo(email)).toBe(2)
    const { rows } = await api.deps.database.pool.query(
      `select actor_user_id from audit_log where action = 'reservation.send' and subject_id = $1`,
      [made.id],
    )
    expect(rows).toEqual([{ actor_user_id: admin.user_id }])
  })

  test('is refused the fourth time within an hour, also when another of the staff sends it', async () => {
    const other = await aMember(api, lot.lot_id, 'ADMIN')
    const made = await api.call(
      createByStaffRoute,
      create({ person: { phone: '+13125550142' } }),
      admin.token,
    )
    for (const { token } of [admin, other, admin]) await api.call(sendToDriverRoute, paramsOf(made), token)
    expect(await api.refusal(sendToDriverRoute, paramsOf(made), other.token)).toMatchObject({
      status: 429,
      code: 'too_many_requests',
    })
  })

  test('is refused for one that the driver has accepted', async () => {
    const driver = await aMember(api, lot.lot_id, 'MEMBER')
    const payment_method_id = await aCard(api, driver)
    const made = await api.call(createByStaffRoute, create({ user_id: driver.user_id }), admin.token)
    const accept = { ...paramsOf(made), body: { payment_method_id }, idempotency_key: secretWord(api.ports) }
    await api.call(confirmReservationRoute, accept, driver.token)
    expect(await api.refusal(sendToDriverRoute, paramsOf(made), admin.token)).toMatchObject({
      code: 'reservation_not_open',
    })
  })
})

describe('making a reservation again for another address', () => {
  test('cancels the one that awaits its driver and holds the same spot, in one step', async () => {
    const made = await api.call(
      createByStaffRoute,
      create({ person: { phone: '+13125550143', first_name: 'Nia' }, price_cents: 500 }),
      admin.token,
    )
    const email = newGuestEmail(api)
    const order = { person: { email, first_name: 'Nia' }, price_cents: 500, replaces_reservation_id: made.id }
    const again = await api.call(createByStaffRoute, create(order), admin.token)
    expect(again).toMatchObject({ status: 'PENDING', spot_id: made.spot_id, total_cents: 500 })
    expect(await api.call(getReservationRoute, paramsOf(made), admin.token)).toMatchObject({
      status: 'CANCELED',
    })
    expect(await emailsTo(email)).toBe(1)
  })

  test('keeps the typed phone number, and the vehicle only if the address is the same person’s', async () => {
    const member = await aMember(api, lot.lot_id, 'MEMBER')
    const car = await api.call(createCarRoute, { body: { plate: 'KEPT 1', region: 'IL' } }, member.token)
    const made = await api.call(
      createByStaffRoute,
      create({ person: { email: member.email, phone: '+13125550144' }, car_id: car.id, price_cents: 500 }),
      admin.token,
    )
    const againFor = async (of: { id: string }, email: string) => {
      const order = { person: { email }, price_cents: 500, replaces_reservation_id: of.id }
      const { id } = await api.call(createByStaffRoute, create(order), admin.token)
      return api.call(getReservationRoute, { params: { reservation_id: id } }, admin.token)
    }
    const same = await againFor(made, member.email)
    expect(same.car?.id).toBe(car.id)
    const email = newGuestEmail(api)
    expect(await againFor(same, email)).toMatchObject({
      car: null,
      contact: { email, phone: '+13125550144' },
    })
  })

  test('is refused for an active reservation and for one of another lot, and cancels neither', async () => {
    const driver = await aPerson(api)
    const payment_method_id = await aCard(api, driver)
    const booked = await bookAs(api, driver, { spot_id: lot.spot_ids[1] ?? '', payment_method_id })
    const person = { email: newGuestEmail(api) }
    const active = create({ person, replaces_reservation_id: booked.reservation.id })
    expect(await api.refusal(createByStaffRoute, active, admin.token)).toMatchObject({
      code: 'reservation_not_open',
    })

    const elsewhere = await aLot(api)
    const stranger = await aMember(api, elsewhere.lot_id, 'ADMIN')
    const theirs = await api.call(
      createByStaffRoute,
      create({ spot_id: elsewhere.spot_ids[0] ?? '', person }),
      stranger.token,
    )
    const foreign = create({ person, replaces_reservation_id: theirs.id })
    expect(await api.refusal(createByStaffRoute, foreign, admin.token)).toMatchObject({ code: 'not_found' })
    expect(await api.call(getReservationRoute, paramsOf(theirs), stranger.token)).toMatchObject({
      status: 'PENDING',
    })
  })
})

test('names the spot of each part of a moved reservation, and only the rest has something to pay', async () => {
  const driver = await aPerson(api)
  const payment_method_id = await aCard(api, driver)
  const { reservation } = await bookAs(api, driver, { spot_id: lot.spot_ids[0] ?? '', payment_method_id })
  const ahead = Date.parse(reservation.starts_at) - api.ports.now().getTime()
  api.ports.advance({ minutes: ahead / 60_000 + 20 })
  const { continued_by } = await api.call(
    replaceByStaffRoute,
    {
      body: { reservation_id: reservation.id, spot_id: lot.spot_ids[1] ?? '', reason: 'Water on the floor' },
      idempotency_key: secretWord(api.ports),
    },
    admin.token,
  )
  const rest = { id: continued_by?.id ?? '' }
  const before = await api.call(getReservationRoute, paramsOf(reservation), admin.token)
  const after = await api.call(getReservationRoute, paramsOf(rest), driver.token)
  expect(before).toMatchObject({
    continues: null,
    continued_by: { id: rest.id, spot_label: after.spot.label },
    total_cents: 0,
  })
  expect(after).toMatchObject({
    continues: { id: reservation.id, spot_label: before.spot.label },
    continued_by: null,
    total_cents: reservation.total_cents,
  })
  expect((await api.call(listReservationInvoicesRoute, paramsOf(reservation), admin.token)).items).toEqual([])
})
