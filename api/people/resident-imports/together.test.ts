import { decideImportRowRoute, undoImportRoute } from '@openspot/contract/people/resident-imports.ts'
import type { Resident } from '@openspot/property-systems-stand-in/residents.ts'
import type { PropertySystemsServer } from '@openspot/property-systems-stand-in/server.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import type { TestApi } from '../../testing/api.ts'
import { wayOf } from '../connectors/testing/vendors.ts'
import { importResidents } from './run-import.ts'
import { living } from './testing/scenarios.ts'
import { aConnectedLot, type Source, type Stand, startStand } from './testing/source.ts'

let stand: Stand
let api: TestApi
let server: PropertySystemsServer
let source: Source
beforeAll(async () => {
  stand = await startStand()
  ;({ api, server } = stand)
})
beforeEach(async () => {
  server.reset()
  source = await connect()
})
afterAll(() => stand.close())

/** Entrata lists vehicles. */
const connect = () =>
  aConnectedLot(stand, wayOf('ENTRATA'), { imports_vehicles: true }, { extras: 'VEHICLES' })
const rowsOf = async (text: string, values: unknown[]) =>
  (await api.deps.database.pool.query(text, values)).rows as Record<string, unknown>[]
const letters = (at: number) => String.fromCodePoint(65 + Math.floor(at / 26), 97 + (at % 26))
/** Residents with an email address, or without one, and with a vehicle. */
const many = (prefix: string, count: number, given: Partial<Resident> = {}) =>
  Array.from({ length: count }, (_, at) => {
    const name = `${prefix}${letters(at)}`
    const vehicles = [
      { plate: `${prefix.toUpperCase()}${at}`, region: 'IL', make: 'Acme', model: 'Roadster', color: 'Blue' },
    ]
    return living(name, { vehicles, ...given })
  })
const undo = async (import_id: string) => {
  await api.call(undoImportRoute, { params: { import_id } }, source.owner.token)
  await api.runJobs()
  return source.read(import_id)
}
/** Works on an import, and on nothing that it queues. */
function work(import_id: string): Promise<void> {
  const { messaging, secrets, vendors, traffic } = api.deps
  return importResidents({ ...paymentDepsOf(api.deps), messaging, secrets, vendors, traffic }, import_id)
}
/** Where the names, addresses, and plates of people are still stored, apart from the rows of the import. */
async function tracesOf(pattern: string) {
  const found = await rowsOf(
    `select 'users' as place from users where first_name || last_name ~ $1 or email ~* $1
     union all select 'cars' from cars where plate ~ $1
     union all select 'emails' from emails where to_address ~* $1 or subject || body_text ~ $1
     union all select 'audit_log' from audit_log where details::text ~* $1`,
    [pattern],
  )
  return found.map(({ place }) => place)
}

test('residents with only a phone number are invited by text, each number once', async () => {
  const [first, second, other] = many('Texted', 3, { email: '' })
  source.serve([first, { ...second, phone: first?.phone }, other].map((one) => one ?? {}))
  const imported = await source.sync()
  expect(imported).toMatchObject({ status: 'SUCCESS', action_counts: { CREATE: 2, REVIEW: 1 } })
  // Staff say that two people have one number.
  const row_no = (await source.rows(imported.id)).find(({ action }) => action === 'REVIEW')?.row_no ?? 0
  await api.call(
    decideImportRowRoute,
    { params: { import_id: imported.id, row_no }, body: { decision: 'IMPORT' } },
    source.owner.token,
  )
  await api.runJobs()
  const invites = await rowsOf(
    `select i.phone, i.kind, g.name as "group" from invites i left join groups g on g.id = i.group_id and g.lot_id = i.lot_id
     where i.lot_id = $1 order by i.phone`,
    [source.lot_id],
  )
  expect(invites).toEqual([
    { phone: `+1${first?.phone}`, kind: 'PHONE', group: first?.unit },
    { phone: `+1${other?.phone}`, kind: 'PHONE', group: other?.unit },
  ])
  const texts = await rowsOf(
    `select to_phone, body ~ '/invite/' as has_link, state <> 'DROPPED' as is_sent from texts where lot_id = $1 order by to_phone`,
    [source.lot_id],
  )
  expect(texts).toEqual(invites.map(({ phone }) => ({ to_phone: phone, has_link: true, is_sent: true })))
  const memberships = await rowsOf(
    `select status, source from memberships where lot_id = $1 and role = 'MEMBER'`,
    [source.lot_id],
  )
  expect(memberships).toEqual(Array.from({ length: 3 }, () => ({ status: 'PENDING', source: 'IMPORT' })))
})

test('an undone import of many residents leaves nothing of them behind, and their invitations are not sent', async () => {
  source.serve([...many('Many', 110), ...many('ManyCalled', 5, { email: '' })])
  const { id } = await source.start()
  await work(id)
  expect(await source.read(id)).toMatchObject({ status: 'SUCCESS', rows_applied: 115 })
  expect(new Set(await tracesOf('Many|MANY'))).toEqual(new Set(['users', 'cars', 'emails', 'audit_log']))
  await api.call(undoImportRoute, { params: { import_id: id } }, source.owner.token)
  await work(id)
  expect(await source.read(id)).toMatchObject({ stage: 'UNDONE', rows_applied: 0 })
  expect(await tracesOf('Many|MANY')).toEqual([])
  const left = await rowsOf(
    `select (select count(*)::int from residents where lot_id = $1) as residents,
       (select count(*)::int from memberships where lot_id = $1 and role = 'MEMBER' and status <> 'DELETED') as memberships,
       (select count(*)::int from invites where lot_id = $1 and revoked_at is null) as invites,
       (select count(*)::int from texts where lot_id = $1) as texts`,
    [source.lot_id],
  )
  expect(left).toEqual([{ residents: 0, memberships: 0, invites: 0, texts: 0 }])
})

test('undoing an import erases people about whom something else is known, too, and keeps who joined with their vehicles', async () => {
  const [joined, told, other] = many('Known', 3)
  source.serve([joined, told, other].map((one) => one ?? {}))
  const { id } = await source.sync()
  const { pool } = api.deps.database
  await pool.query(
    `update memberships m set status = 'ACTIVE' from users u where u.id = m.user_id and u.email = $1`,
    [joined?.email],
  )
  await pool.query(
    `insert into notifications (user_id, lot_id, kind, about, path, params, created_at)
     select id, $2, 'RESIDENCE_ENDED', 'test', '/', '{}', created_at from users where email = $1`,
    [told?.email, source.lot_id],
  )
  expect(await undo(id)).toMatchObject({ stage: 'UNDONE' })
  expect((await source.rows(id)).map(({ is_kept }) => is_kept)).toEqual([true, false, false])
  expect(await tracesOf('KnownA[bc]|knowna[bc]|KNOWN[12]')).toEqual([])
  expect(await rowsOf(`select deleted_at from cars where plate = 'KNOWN0'`, [])).toEqual([
    { deleted_at: null },
  ])
})
