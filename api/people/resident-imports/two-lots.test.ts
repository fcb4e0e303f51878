import type { Resident } from '@openspot/property-systems-stand-in/residents.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { wayOf } from '../connectors/testing/vendors.ts'
import { aConnectedLot, type Source, type Stand, startStand } from './testing/source.ts'

// What one lot says about a person must not change what another lot relies on, or let someone else sign in as that person.

let stand: Stand
let home: Source
let other: Source
let serial = 0
let email: string

beforeAll(async () => {
  stand = await startStand()
})
beforeEach(async () => {
  stand.server.reset()
  serial += 1
  email = `ada.${serial}@people.example`
  home = await aConnectedLot(stand, wayOf('REALPAGE_RPX'), { imports_vehicles: true })
  other = await aConnectedLot(stand, wayOf('YARDI'), { imports_vehicles: true })
})
afterAll(() => stand.close())

const ada = (more: Partial<Resident> = {}): Partial<Resident> => ({
  person_id: `p${serial}`,
  lease_id: `l${serial}`,
  household_id: `l${serial}`,
  first_name: 'Ada',
  last_name: 'Example',
  email,
  phone: `312555${String(1000 + serial)}`,
  unit_id: '61',
  unit: '204',
  status: 'CURRENT',
  lease_starts: '2025-06-01',
  moves_in: '2025-06-01',
  ...more,
})

async function personOf(address: string) {
  const { rows } = await stand.api.deps.database.pool.query<{
    id: string
    email: string | null
    phone: string | null
    first_name: string | null
    plates: string[]
  }>(
    `select u.id, u.email, u.phone, u.first_name, array(select c.plate from cars c where c.user_id = u.id and c.deleted_at is null order by 1) as plates
     from users u where u.id = (select r.user_id from residents r where r.email = $1 order by r.first_seen_at limit 1)`,
    [address],
  )
  return rows[0]
}

const vehicles = [{ plate: 'TAKE 1', region: 'IL', make: 'Kia', model: 'Rio', color: 'red' }]

async function sync(source: Source, residents: Partial<Resident>[]): Promise<void> {
  source.serve(residents)
  expect(await source.sync()).toMatchObject({ status: 'SUCCESS' })
}

test('an import that links a resident of another lot changes neither address, phone, and name nor vehicles, in this run and the next', async () => {
  await sync(home, [ada()])
  const before = await personOf(email)
  await sync(other, [ada({ phone: '3125559999', vehicles })])
  expect(await personOf(email)).toEqual(before)
  const { rows } = await stand.api.deps.database.pool.query(
    'select user_id from residents where data_source_id = $1',
    [other.id],
  )
  expect(rows).toEqual([{ user_id: before?.id }])
  await sync(other, [ada({ email: 'mallory@people.example', phone: '3125558888', first_name: 'Mallory' })])
  expect(await personOf(email)).toEqual(before)
})

test('a new address from a source that is not alone with a person is kept as a suggestion for that person', async () => {
  await sync(home, [ada()])
  await sync(other, [ada()])
  await sync(other, [ada({ email: 'ada.new@people.example' })])
  const { rows } = await stand.api.deps.database.pool.query(
    'select suggested_email from residents where data_source_id = $1',
    [other.id],
  )
  expect(rows).toEqual([{ suggested_email: 'ada.new@people.example' }])
})

test('a resident whom only one data source knows gets the address that it says next', async () => {
  await sync(home, [ada()])
  const before = await personOf(email)
  await sync(home, [ada({ email: `new.${email}` })])
  expect((await personOf(`new.${email}`))?.id).toBe(before?.id)
  expect((await personOf(`new.${email}`))?.email).toBe(`new.${email}`)
  const { rows } = await stand.api.deps.database.pool.query(
    'select suggested_email from residents where data_source_id = $1',
    [home.id],
  )
  expect(rows).toEqual([{ suggested_email: null }])
})
