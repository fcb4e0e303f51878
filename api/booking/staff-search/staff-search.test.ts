import { createByStaffRoute } from '@openspot/contract/booking/staff-reservations.ts'
import { searchStaffRoute } from '@openspot/contract/booking/staff-search.ts'
import { listPlateLookupsRoute, lookUpPlateRoute } from '@openspot/contract/operations/plates.ts'
import { patchCarRoute } from '@openspot/contract/people/cars.ts'
import { shortCode } from '@openspot/core/reservations/short-code.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aCar } from '../../testing/factories/memberships.ts'
import { aCard, aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs, twoHours } from '../../testing/factories/reservations.ts'

let api: TestApi
let lot: TestLot
let admin: Person
let patroller: Person
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  lot = await aLot(api)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
  patroller = await aMember(api, lot.lot_id, 'PATROLLER')
})

const search = (q: string, { token }: Person, lot_id?: string) =>
  api.call(searchStaffRoute, { query: { q, ...(lot_id === undefined ? {} : { lot_id }) } }, token)
const nothing = { lots: [], spots: [], people: [], reservations: [], users: [] }

async function book(first_name: string, spot = 0, hours = 2) {
  const driver = await aPerson(api, { first_name })
  const { reservation } = await bookAs(api, driver, {
    spot_id: lot.spot_ids[spot] ?? '',
    ...twoHours(api, hours),
    payment_method_id: await aCard(api, driver),
  })
  return { driver, reservation }
}

test('finds lots, spots, people, and reservations of the own lots', async () => {
  const { driver, reservation } = await book('Quentin')
  const member = await aMember(api, lot.lot_id, 'MEMBER')
  await api.deps.database.pool.query(`update users set first_name = 'Quentina' where id = $1`, [
    member.user_id,
  ])
  const found = await search('quent', admin)
  expect(found.reservations).toMatchObject([
    { reservation_id: reservation.id, name: 'Quentin Example', spot_label: 'A1', lot_id: lot.lot_id },
  ])
  expect(found.people.map(({ user_id }) => user_id)).not.toContain(driver.user_id)
  expect((await search('Wells Street', admin)).lots).toEqual([
    { lot_id: lot.lot_id, lot_name: 'Wells Street Lot' },
  ])
  expect((await search('a2', admin)).spots).toMatchObject([{ label: 'A2', spot_id: lot.spot_ids[1] }])
})

test('finds a member by name and, for admins only, by email address', async () => {
  const member = await aMember(api, lot.lot_id, 'MEMBER')
  await api.deps.database.pool.query(
    `update memberships set acted_at = now() where lot_id = $1 and user_id = $2`,
    [lot.lot_id, member.user_id],
  )
  await api.deps.database.pool.query(`update users set first_name = 'Zebulon' where id = $1`, [
    member.user_id,
  ])
  const people = async (q: string, by: Person) => (await search(q, by)).people.map(({ user_id }) => user_id)
  expect(await people('zebul', admin)).toEqual([member.user_id])
  expect(await people('zebul', patroller)).toEqual([member.user_id])
  expect(await people(member.email.slice(0, 8), admin)).toEqual([member.user_id])
  expect(await people(member.email.slice(0, 8), patroller)).toEqual([])
})

test('finds a reservation by its short code and by its ID', async () => {
  const { reservation } = await book('Ada')
  for (const q of [
    shortCode(reservation.id),
    shortCode(reservation.id).toLowerCase().replace('-', ''),
    reservation.id,
  ]) {
    expect((await search(q, admin)).reservations.map(({ reservation_id }) => reservation_id)).toEqual([
      reservation.id,
    ])
  }
})

test('finds nothing of lots that the person is not on the staff of', async () => {
  const { reservation } = await book('Quentin')
  const elsewhere = await aLot(api, { name: 'Other Lot' })
  const others: Person[] = [
    await aMember(api, elsewhere.lot_id, 'SUPER_ADMIN'),
    await aMember(api, lot.lot_id, 'MEMBER'),
    await aPerson(api),
  ]
  for (const other of others) {
    for (const q of ['Quentin', 'Wells', shortCode(reservation.id)]) {
      expect(await search(q, other, lot.lot_id)).toEqual(nothing)
    }
    expect((await search('A1', other)).spots.filter(({ lot_id }) => lot_id === lot.lot_id)).toEqual([])
  }
})

test('does not find a person by the name of an account that the lot may not see, only by what staff typed', async () => {
  const driver = await aPerson(api, { first_name: 'Hidden' })
  await api.call(
    createByStaffRoute,
    {
      body: {
        spot_id: lot.spot_ids[0] ?? '',
        person: { email: driver.email, first_name: 'Typedname', last_name: 'Person' },
        ...twoHours(api, 2),
        payment_kind: 'STRIPE',
      },
      idempotency_key: secretWord(api.ports),
    },
    admin.token,
  )
  expect((await search('Hidden', admin)).reservations).toEqual([])
  expect((await search('Typedname', admin)).reservations).toMatchObject([{ name: 'Typedname Person' }])
})

test('shows reservations that are not over first, those of the current lot before others, and at most six', async () => {
  const { reservation: past } = await book('Zora', 0, 2)
  await api.deps.database.pool.query(
    `update reservations set starts_at = starts_at - interval '2 days', ends_at = ends_at - interval '2 days' where id = $1`,
    [past.id],
  )
  const { reservation: ahead } = await book('Zora', 1, 48)
  expect((await search('Zora', admin)).reservations.map(({ reservation_id }) => reservation_id)).toEqual([
    ahead.id,
    past.id,
  ])
  for (let index = 0; index < 6; index++) await book('Zora', 2, 4 + 3 * index)
  expect((await search('Zora', admin)).reservations).toHaveLength(6)
})

test('names need three characters, and a text of spaces finds nothing', async () => {
  await book('Bo')
  expect((await search('Bo', admin)).reservations).toEqual([])
  expect((await search('Bo ', admin)).reservations).toEqual([])
  expect(await search('  ', admin)).toEqual(nothing)
  expect(await api.refusal(searchStaffRoute, { query: { q: 'x' } }, admin.token)).toMatchObject({
    status: 400,
    field: 'q',
  })
})

test('finds text with the signs of a pattern only literally', async () => {
  await book('Percy')
  for (const q of ['P%cy', 'P_rcy', '%%%']) expect(await search(q, admin)).toEqual(nothing)
})

test('platform admins find all lots and users, and nothing inside of lots that they do not work at', async () => {
  const { driver } = await book('Quillon')
  const platform = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
  const found = await search('Quillon', platform)
  expect(found).toMatchObject({ reservations: [], people: [], spots: [] })
  expect(found.users).toMatchObject([
    { user_id: driver.user_id, name: 'Quillon Example', email: driver.email },
  ])
  expect((await search('Wells', platform)).lots.length).toBeGreaterThan(0)
  expect((await search('Quillon', admin)).users).toEqual([])
})

test('a plate that is looked up from the search is logged with that reason', async () => {
  await api.call(
    lookUpPlateRoute,
    { params: { lot_id: lot.lot_id }, body: { plate: 'ab 123', reason: 'SEARCH' } },
    patroller.token,
  )
  const { items } = await api.call(
    listPlateLookupsRoute,
    { params: { lot_id: lot.lot_id }, query: {} },
    admin.token,
  )
  expect(items).toMatchObject([{ plate: 'AB123', reason: 'SEARCH', user_id: patroller.user_id }])
})

test('refuses more than 300 searches of one person in five minutes with 429', async () => {
  await api.deps.database.pool.query(`update rate_limits set hits = 300 where bucket like '%staff-search%'`)
  await search('Wells', admin)
  await api.deps.database.pool.query(`update rate_limits set hits = 300 where bucket like $1`, [
    `%staff-search ${admin.user_id}`,
  ])
  expect(await api.refusal(searchStaffRoute, { query: { q: 'Wells' } }, admin.token)).toMatchObject({
    status: 429,
    code: 'too_many_requests',
  })
})

test('finds reservations by the start of the plate that the lot sees, and not those of other lots or of a later plate', async () => {
  const driver = await aPerson(api)
  const payment_method_id = await aCard(api, driver)
  const car_id = await aCar(api, driver, 'QX 4471')
  const { reservation } = await bookAs(api, driver, {
    spot_id: lot.spot_ids[0] ?? '',
    ...twoHours(api, 2),
    payment_method_id,
    car_id,
  })
  for (const by of [admin, patroller])
    for (const q of ['qx 44', 'QX4471'])
      expect((await search(q, by)).reservations).toMatchObject([
        { reservation_id: reservation.id, plate: 'QX 4471' },
      ])
  expect((await search('qx', admin)).reservations).toEqual([])
  const elsewhere = await aLot(api)
  const other = await aMember(api, elsewhere.lot_id, 'SUPER_ADMIN')
  expect((await search('QX4471', other)).reservations).toEqual([])

  // Once it is over, the lot sees its plate as it was.
  api.ports.advance({ hours: 8 })
  await api.call(patchCarRoute, { params: { car_id }, body: { plate: 'NEW 990' } }, driver.token)
  expect((await search('NEW990', admin)).reservations).toEqual([])
  expect((await search('QX4471', admin)).reservations).toMatchObject([{ reservation_id: reservation.id }])
})
