import { readFileSync } from 'node:fs'
import { createByStaffRoute } from '@openspot/contract/booking/staff-reservations.ts'
import {
  createLotCarRoute,
  listLotCarsRoute,
  patchCarRoute,
  patchLotCarRoute,
} from '@openspot/contract/people/cars.ts'
import { createInviteRoute } from '@openspot/contract/people/invites.ts'
import {
  addMemberRoute,
  allowStaffReservationsRoute,
  getLotUserRoute,
  patchMembershipRoute,
} from '@openspot/contract/people/memberships.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../api.ts'
import { aLot, type TestLot } from '../factories/lots.ts'
import { aCar, aReservation } from '../factories/memberships.ts'
import { aMember, aPerson, type Person } from '../factories/people.ts'
import { twoHours } from '../factories/reservations.ts'

/** What a lot may know and do about a person by their relationship, written by hand. `typed` is what staff typed in. */
const [head = [], ...table] = readFileSync(new URL('relationships.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split('\t'))
const columns = head.slice(1)

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

/** A person with two vehicles, and a lot. Reservations are with the first vehicle. */
interface World {
  lot: TestLot
  staff: Person
  person: Person
  first: string
  second: string
}
const sql = (text: string, values: unknown[]) => api.deps.database.pool.query(text, values)
const book = ({ lot, person, first }: World, hours = 4) =>
  aReservation(api, {
    lot_id: lot.lot_id,
    spot_id: lot.spot_ids[0] ?? '',
    user_id: person.user_id,
    car_id: first,
    hours,
  })
const place = ({ lot, person }: World, status: string, source: string) =>
  sql(
    'insert into memberships (lot_id, user_id, status, source) values ($1, $2, $3::membership_status, $4::membership_source)',
    [lot.lot_id, person.user_id, status, source],
  )
/** Creates a reservation with contact data that staff typed in. It has no vehicle, because staff know none. */
async function typeIn(world: World): Promise<string> {
  const { lot, person, staff } = world
  const { rows } = await sql(
    `insert into reservations (lot_id, spot_id, user_id, status, starts_at, ends_at, hold_expires_at, currency, total_cents,
       terms_version, cancel_until_at, created_at, created_by_user_id, typed_contact)
     values ($1, $2, $3, 'PENDING', $5, $5::timestamptz + interval '4 hours', $5, 'USD', 0, 1, $5, $5, $4, $6)
     returning id`,
    [
      lot.lot_id,
      lot.spot_ids[1],
      person.user_id,
      staff.user_id,
      api.ports.now().toISOString(),
      JSON.stringify({
        first_name: 'Typed',
        last_name: 'In',
        email: 'typed@people.example',
        phone: '+13125550199',
      }),
    ],
  )
  return rows[0].id
}
async function member(world: World, status: 'DELETED' | 'REMOVED') {
  await place(world, 'ACTIVE', 'REQUEST')
  await sql('update memberships set status = $3::membership_status where lot_id = $1 and user_id = $2', [
    world.lot.lot_id,
    world.person.user_id,
    status,
  ])
}

const relate: Record<string, (world: World) => Promise<unknown>> = {
  stranger: async () => undefined,
  invited: ({ lot, person, staff }) =>
    api.call(createInviteRoute, { body: { lot_id: lot.lot_id, email: person.email } }, staff.token),
  typed: (world) => typeIn(world),
  offered: async (world) => {
    await typeIn(world)
    await place(world, 'PENDING', 'STAFF')
  },
  // Offered a membership, removed, and readmitted by staff: the person has done nothing themselves.
  forced: async (world) => {
    await typeIn(world)
    const { lot, person, staff } = world
    const offer = { params: { lot_id: lot.lot_id }, body: { user_id: person.user_id } }
    const { id } = await api.call(addMemberRoute, offer, staff.token)
    for (const status of ['REMOVED', 'ACTIVE'] as const) {
      await api.call(patchMembershipRoute, { params: { id }, body: { status } }, staff.token)
    }
  },
  asking: (world) => place(world, 'PENDING', 'REQUEST'),
  booked: (world) => book(world),
  accepted: async (world) => {
    const id = await typeIn(world)
    await sql(
      `update reservations set status = 'ACTIVE', confirmed_at = $2,
         accepted_in_session = (select s.id from sessions s where s.user_id = reservations.user_id limit 1) where id = $1`,
      [id, api.ports.now().toISOString()],
    )
  },
  booked_before: async (world) => {
    await book(world, 1)
    api.ports.advance({ days: 40 })
    await sql(`update sessions set expires_at = expires_at + interval '40 days' where user_id = $1`, [
      world.staff.user_id,
    ])
  },
  active: async (world) => {
    await place(world, 'ACTIVE', 'REQUEST')
    await book(world)
  },
  // An active member who allows staff to make free reservations.
  allowing: async (world) => {
    await place(world, 'ACTIVE', 'REQUEST')
    const allow = { params: { lot_id: world.lot.lot_id }, body: { is_allowed: true } }
    await api.call(allowStaffReservationsRoute, allow, world.person.token)
  },
  left: (world) => member(world, 'DELETED'),
  removed: (world) => member(world, 'REMOVED'),
}

/** Returns what the lot's admin can see and do, cell by cell. */
async function ask({ lot, staff, person, first, second }: World): Promise<Record<string, string>> {
  const { lot_id } = lot
  const at = { params: { lot_id, user_id: person.user_id } }
  const known = await api.call(getLotUserRoute, at, staff.token).catch(() => null)
  const cars = (await api.call(listLotCarsRoute, { params: { lot_id }, query: {} }, staff.token)).items.map(
    ({ id }) => id,
  )
  const own: Record<string, string> = { name: 'Rosa Example', email: person.email, phone: phoneOf(person) }
  const cell = (field: 'name' | 'email' | 'phone') => {
    const value = known?.[field] ?? null
    if (value === null) return 'no'
    return value === own[field] ? 'yes' : 'typed'
  }
  const may = async (work: Promise<unknown>) =>
    (await work.then(() => true).catch(() => false)) ? 'yes' : 'no'
  const car = (car_id: string) => ({ params: { lot_id, car_id }, body: { color: 'red' } })
  const answer = {
    name: cell('name'),
    email: cell('email'),
    phone: cell('phone'),
    vehicles: cars.includes(second) ? 'yes' : 'no',
    reservation_vehicle: cars.includes(first) ? 'yes' : 'no',
    correct_plate: await may(api.call(patchLotCarRoute, car(first), staff.token)),
    record_vehicle: await may(api.call(createLotCarRoute, { ...at, body: { plate: 'REC 1' } }, staff.token)),
    offer_membership: await may(
      api.call(addMemberRoute, { params: { lot_id }, body: { user_id: person.user_id } }, staff.token),
    ),
    // This must come last, because typing a person in makes them known.
    reserve_at_once: await reserves(lot, staff, person),
  }
  // No other field may reveal anything about the account either.
  if (!Object.values(answer).includes('yes'))
    expect(JSON.stringify(known)).not.toMatch(/Rosa|OWN|account_status/)
  return answer
}

/** Returns whether a free staff reservation is active at once, without the person's acceptance. */
async function reserves(lot: TestLot, staff: Person, person: Person): Promise<string> {
  const made = await api.call(
    createByStaffRoute,
    {
      body: {
        spot_id: lot.spot_ids[2] ?? '',
        person: { email: person.email },
        payment_kind: 'NONE',
        ...twoHours(api, 100),
      },
      idempotency_key: person.user_id,
    },
    staff.token,
  )
  return made.status === 'ACTIVE' ? 'yes' : 'no'
}

let count = 0
const phones = new Map<string, string>()
const phoneOf = ({ user_id }: Person) => phones.get(user_id) ?? ''

async function aWorld(): Promise<World> {
  const lot = await aLot(api)
  const person = await aPerson(api, { first_name: 'Rosa' })
  phones.set(person.user_id, `+1312555${String(1000 + count++)}`)
  await sql('update users set phone = $2 where id = $1', [person.user_id, phoneOf(person)])
  return {
    lot,
    person,
    staff: await aMember(api, lot.lot_id, 'SUPER_ADMIN'),
    first: await aCar(api, person, 'OWN 1'),
    second: await aCar(api, person, 'OWN 2'),
  }
}

test.each(table)(
  'lets a lot see and do about a person who is %s what the table says',
  async (name, ...cells) => {
    const world = await aWorld()
    await relate[name]?.(world)
    expect(Object.keys(relate)).toContain(name)
    expect(await ask(world)).toEqual(Object.fromEntries(columns.map((column, at) => [column, cells[at]])))
  },
)

test('shows a lot the plate at the end of a past reservation, not the driver’s current one', async () => {
  const world = await aWorld()
  const { lot, staff, person, first } = world
  await book(world, 1)
  api.ports.advance({ days: 3 })
  await api.call(patchCarRoute, { params: { car_id: first }, body: { plate: 'LATER 1' } }, person.token)
  const { items } = await api.call(
    listLotCarsRoute,
    { params: { lot_id: lot.lot_id }, query: {} },
    staff.token,
  )
  expect(items).toMatchObject([{ plate: 'OWN 1', previous_plates: [] }])
  const later = { params: { lot_id: lot.lot_id }, query: { q: 'LATER' } }
  expect((await api.call(listLotCarsRoute, later, staff.token)).items).toEqual([])
})
