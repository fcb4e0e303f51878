import { cancelReservationRoute } from '@openspot/contract/booking/reservation-changes.ts'
import { sendSignInLinkRoute } from '@openspot/contract/identity/auth.ts'
import { eraseMeRoute, exportMyDataRoute } from '@openspot/contract/identity/my-data.ts'
import { getMeRoute, patchUserRoute } from '@openspot/contract/identity/users.ts'
import { createCarRoute, patchCarRoute, patchLotCarRoute } from '@openspot/contract/people/cars.ts'
import { createInviteRoute } from '@openspot/contract/people/invites.ts'
import { eachCarFact } from '@openspot/core/cars/car-facts.ts'
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
afterAll(() => api.close())

/** Creates a person whose texts are all unique. */
let numbers = 100
async function aTraveller(word: string) {
  const phone = `+1312555${String(numbers++).padStart(4, '0')}`
  const person = await aPerson(api, { first_name: `${word}first` })
  await api.call(
    patchUserRoute,
    { params: { user_id: person.user_id }, body: { last_name: `${word}last`, phone } },
    person.token,
  )
  const plate = `${word.slice(0, 4)}77`.toUpperCase()
  const facts = eachCarFact((fact) => `${word}${fact}`)
  const car = await api.call(createCarRoute, { body: { plate, ...facts } }, person.token)
  await api.call(sendSignInLinkRoute, { body: { email: person.email } })
  const signs = [`${word}first`, `${word}last`, ...Object.values(facts), person.email, plate, phone]
  return { ...person, car_id: car.id, facts, signs }
}

/** Returns every table and row in the database that contains one of the texts. */
async function placesOf(texts: string[]): Promise<string[]> {
  const { pool } = api.deps.database
  const { rows } = await pool.query<{ the_table: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as the_table from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema', 'stripe_stand_in') and table_type = 'BASE TABLE'`,
  )
  const found: string[] = []
  for (const { the_table } of rows) {
    const hits = await pool.query<{ row: string }>(
      `select t::text as row from ${the_table} t where exists (select from unnest($1::text[]) x where position(lower(x) in lower(t::text)) > 0)`,
      [texts],
    )
    for (const { row } of hits.rows) found.push(`${the_table}: ${row}`)
  }
  return found
}

async function book(person: Person & { car_id: string }) {
  const lot = await aLot(api)
  await aMember(api, lot.lot_id, 'SUPER_ADMIN')
  const payment_method_id = await aCard(api, person)
  const { reservation } = await bookAs(api, person, {
    lot_id: lot.lot_id,
    payment_method_id,
    car_id: person.car_id,
  })
  await api.runJobs()
  return reservation
}

test('exports all data of the user, nothing of others, and no secrets, and requires a recent sign-in', async () => {
  const [ada, bob] = [await aTraveller('quokkaada'), await aTraveller('wombatbob')]
  const mine = await book(ada)
  await book(bob)
  const copy = await api.call(exportMyDataRoute, {}, ada.token)
  const text = JSON.stringify(copy)
  for (const sign of ada.signs) expect(text).toContain(sign)
  expect(text).toContain(mine.id)
  for (const sign of bob.signs) expect(text).not.toContain(sign)
  expect(text).not.toMatch(/token_hash|password_hash|cus_|pm_[A-Za-z0-9]{8}|\/sign-in\/link\?token/)
  expect(Object.keys(copy.data)).toEqual(
    expect.arrayContaining(['users', 'cars', 'reservations', 'invoices', 'payments']),
  )
  api.ports.advance({ minutes: 16 })
  expect((await api.refusal(exportMyDataRoute, {}, ada.token)).code).toBe('recent_sign_in_required')
})

test('rejects an erasure with 409 account_in_use and the open reservations, lots, and refunds', async () => {
  const ada = await aTraveller('numbatada')
  const made = await book(ada)
  const refused = await api.refusal(eraseMeRoute, {}, ada.token)
  expect(refused).toMatchObject({
    status: 409,
    code: 'account_in_use',
    details: { open: [{ kind: 'reservation', id: made.id }] },
  })
  const owner = await aMember(api, (await aLot(api)).lot_id, 'SUPER_ADMIN')
  expect(await api.refusal(eraseMeRoute, {}, owner.token)).toMatchObject({
    details: { open: [{ kind: 'owned_lot', lot_name: 'Wells Street Lot' }] },
  })
  const body = { refund_cents: made.total_cents ?? 0 }
  await api.call(cancelReservationRoute, { params: { reservation_id: made.id }, body }, ada.token)
  expect(await api.refusal(eraseMeRoute, {}, ada.token)).toMatchObject({
    details: { open: expect.arrayContaining([expect.objectContaining({ kind: 'refund' })]) },
  })
})

test('leaves no trace of an erased person in the database and keeps the accounting', async () => {
  const ada = await aTraveller('dugongada')
  const made = await book(ada)
  // A previous plate, and an invite to their address.
  const params = { car_id: ada.car_id }
  await api.call(patchCarRoute, { params, body: { plate: 'DUGO78', region: '' } }, ada.token)
  const elsewhere = await aLot(api)
  const staff = await aMember(api, elsewhere.lot_id, 'ADMIN')
  const [first_name, last_name] = ada.signs
  const invite = { lot_id: elsewhere.lot_id, email: ada.email, first_name, last_name }
  await api.call(createInviteRoute, { body: invite }, staff.token)
  ada.signs.push('DUGO78')
  // The staff record of the vehicle in a lot.
  const reader = await aMember(api, made.lot_id, 'ADMIN')
  const ofLot = { lot_id: made.lot_id, car_id: ada.car_id }
  await api.call(
    patchLotCarRoute,
    { params: ofLot, body: { ...ada.facts, reason: 'dugongada reason' } },
    reader.token,
  )
  ada.signs.push('dugongada reason')
  api.ports.advance({ hours: 5 })
  await api.runJobs()
  const before = await placesOf(ada.signs)
  expect(before.length).toBeGreaterThan(5)
  const { pool } = api.deps.database
  const { rows: customer } = await pool.query<{ id: string }>(
    'select stripe_customer_id as id from payment_customers where user_id = $1',
    [ada.user_id],
  )
  api.ports.advance({ minutes: 16 })
  expect((await api.refusal(eraseMeRoute, {}, ada.token)).code).toBe('recent_sign_in_required')
  await pool.query('update sessions set signed_in_at = $1 where user_id = $2', [
    api.ports.now().toISOString(),
    ada.user_id,
  ])
  await api.call(eraseMeRoute, {}, ada.token)
  expect((await api.refusal(getMeRoute, {}, ada.token)).code).toBe('session_ended')
  expect(await placesOf(ada.signs)).toEqual([])
  const { rows } = await pool.query(
    `select r.id, i.paid_cents > 0 as paid from reservations r join invoices i on i.reservation_id = r.id where r.user_id = $1`,
    [ada.user_id],
  )
  expect(rows).toEqual([{ id: made.id, paid: true }])
  expect(await brokenInvariants(pool)).toEqual({})
  // The provider deletes the customer too.
  await pool.query(`select graphile_worker.add_job('forget_customers')`)
  await api.runJobs()
  const gone = await api.deps.stripe.customers.retrieve(customer[0]?.id ?? '')
  expect(gone.deleted).toBe(true)
})

test('never leaves a reservation without a person when an erasure races with a booking', async () => {
  for (let i = 0; i < 6; i++) {
    const ada = await aPerson(api)
    const lot = await aLot(api, { hour_cents: 0, min_reservation_price: 0, service_fee_cents: 0 })
    const [booked, erased] = await Promise.allSettled([
      bookAs(api, ada, { lot_id: lot.lot_id }),
      api.call(eraseMeRoute, {}, ada.token),
    ])
    expect([booked.status, erased.status].toSorted()).toEqual(['fulfilled', 'rejected'])
  }
})
