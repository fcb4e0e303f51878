import { patchMembershipRoute } from '@openspot/contract/people/memberships.ts'
import {
  decideImportRowRoute,
  listResidentsRoute,
  undoImportRoute,
} from '@openspot/contract/people/resident-imports.ts'
import {
  dismissSuggestedContactRoute,
  listSuggestedContactsRoute,
} from '@openspot/contract/people/suggested-contacts.ts'
import type { Resident } from '@openspot/property-systems-stand-in/residents.ts'
import type { PropertySystemsServer } from '@openspot/property-systems-stand-in/server.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import type { TestApi } from '../../testing/api.ts'
import { accept, tokenTo } from '../../testing/factories/invites.ts'
import { aCard, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs, twoHours } from '../../testing/factories/reservations.ts'
import { wayOf } from '../connectors/testing/vendors.ts'
import { settleDueResidents } from '../residents/settle-due.ts'
import { syncDueSources } from './sync-due.ts'
import { aConnectedLot, type Source, type Stand, startStand } from './testing/source.ts'

let stand: Stand
let api: TestApi
let server: PropertySystemsServer
let source: Source
let person: Person
let ada: Partial<Resident>
beforeAll(async () => {
  stand = await startStand()
  ;({ api, server } = stand)
})
beforeEach(async () => {
  server.reset()
  source = await aConnectedLot(stand, wayOf('REALPAGE_RPX'), { late_out_days: 2 })
  person = await aPerson(api, { first_name: 'Ada' })
  ada = {
    person_id: '41',
    lease_id: '51',
    household_id: '51',
    first_name: 'Ada',
    last_name: 'Example',
    email: person.email,
    unit_id: '61',
    unit: '204',
    status: 'CURRENT',
    lease_starts: '2025-06-01',
    lease_ends: inDays(300),
    moves_in: '2025-06-01',
  }
})
afterAll(() => stand.close())

const syncDue = () => {
  const { messaging, secrets, vendors, traffic } = api.deps
  return syncDueSources({ ...paymentDepsOf(api.deps), messaging, secrets, vendors, traffic })
}
const inDays = (days: number) =>
  new Date(api.ports.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
const membership = async () => {
  const { rows } = await api.deps.database.pool.query(
    `select m.id, m.status, m.source, g.name as "group" from memberships m left join groups g on g.id = m.group_id and g.lot_id = m.lot_id
     where m.lot_id = $1 and m.user_id = $2`,
    [source.lot_id, person.user_id],
  )
  return rows[0] as { id: string; status: string; source: string; group: string | null } | undefined
}
const join = async () => {
  source.serve([ada])
  const first = await source.sync()
  await accept(api, person, { token: await tokenTo(api, person.email) })
  return first
}
const settleDue = () => settleDueResidents({ ...api.deps, db: api.deps.database.db })
const residents = async () =>
  (await api.call(listResidentsRoute, { params: { lot_id: source.lot_id }, query: {} }, source.owner.token))
    .items
const notices = async (user_id: string) =>
  (
    await api.deps.database.db
      .selectFrom('notifications')
      .select('kind')
      .where('user_id', '=', user_id)
      .where('lot_id', '=', source.lot_id)
      .execute()
  ).map(({ kind }) => kind)

test('a person with an account is offered membership, and joins the group of the unit with the invitation', async () => {
  await join()
  expect(await membership()).toMatchObject({ status: 'ACTIVE', group: '204' })
  expect(await residents()).toMatchObject([{ user_id: person.user_id, has_joined: true, is_current: true }])
})

test('a resident who moves out keeps access for the days of grace, then is removed and told, and staff are told of the reservations left', async () => {
  await join()
  const payment_method_id = await aCard(api, person)
  const { rows } = await api.deps.database.pool.query('select id from spots where lot_id = $1 limit 1', [
    source.lot_id,
  ])
  await bookAs(api, person, { spot_id: rows[0].id, payment_method_id, ...twoHours(api, 24 * 9) })
  source.serve([{ ...ada, status: 'PAST', moves_out: inDays(-1), lease_ends: inDays(-1) }])
  const { action_counts } = await source.sync()
  expect(action_counts).toEqual({ END: 1 })
  expect((await membership())?.status).toBe('ACTIVE')
  api.ports.advance({ days: 2 })
  await settleDue()
  expect(await membership()).toMatchObject({ status: 'REMOVED', group: null })
  expect(await notices(person.user_id)).toContain('RESIDENCE_ENDED')
  expect(await notices(source.owner.user_id)).toContain('RESIDENT_LEFT')
  expect(await residents()).toMatchObject([{ is_current: false }])
})

test('an import that ended a membership gives it back when it is undone', async () => {
  await join()
  source.serve([{ ...ada, status: 'PAST', moves_out: inDays(-9), lease_ends: inDays(-9) }])
  const { id } = await source.sync()
  api.ports.advance({ days: 1 })
  await settleDue()
  expect((await membership())?.status).toBe('REMOVED')
  await api.call(undoImportRoute, { params: { import_id: id } }, source.owner.token)
  await api.runJobs()
  expect(await membership()).toMatchObject({ status: 'ACTIVE', group: '204' })
})

test('undoing an import keeps a person who accepted the invitation meanwhile', async () => {
  const first = await join()
  await api.call(undoImportRoute, { params: { import_id: first.id } }, source.owner.token)
  await api.runJobs()
  expect(await membership()).toMatchObject({ status: 'ACTIVE', group: '204' })
  expect(await source.rows(first.id)).toMatchObject([{ is_undone: true, is_kept: true }])
})

test('a person who leaves the lot is not brought back by the next import', async () => {
  await join()
  const { id = '' } = (await membership()) ?? {}
  await api.call(patchMembershipRoute, { params: { id }, body: { status: 'DELETED' } }, person.token)
  source.serve([{ ...ada, unit: '205', unit_id: '62' }])
  await source.sync()
  await source.sync()
  expect((await membership())?.status).toBe('DELETED')
})

test('a new email address of a person who signs in is suggested, and their own stays', async () => {
  await join()
  source.serve([{ ...ada, email: 'somewhere.else@people.example' }])
  const { code_counts } = await source.sync()
  expect(code_counts).toEqual({ EMAIL_CHANGED: 1 })
  const user = await api.deps.database.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', person.user_id)
    .executeTakeFirstOrThrow()
  expect(user.email).toBe(person.email)
  expect(await residents()).toMatchObject([{ suggested_email: 'somewhere.else@people.example' }])
})

test('a new contact is suggested to the person, also after other changes, until they dismiss it', async () => {
  await join()
  const changed = { ...ada, email: 'somewhere.else@people.example', phone: '2025550188' }
  source.serve([changed])
  await source.sync()
  source.serve([{ ...changed, unit: '205', unit_id: '62' }])
  expect((await source.sync()).action_counts).toEqual({ UPDATE: 1 })
  // The admins are told of both at once, by the import that had them first.
  const { rows: told } = await api.deps.database.pool.query(
    `select params ->> 'title' as title from notifications where user_id = $1 and kind = 'CONTACTS_SUGGESTED'`,
    [source.owner.user_id],
  )
  expect(told).toEqual([{ title: '1 resident has new contact details in Property system' }])
  const suggested = async (token = person.token) =>
    (await api.call(listSuggestedContactsRoute, {}, token)).items
  const lot_names = ['Wells Street Lot']
  const email = { kind: 'EMAIL', contact: 'somewhere.else@people.example' } as const
  const phone = { kind: 'PHONE', contact: '+12025550188' } as const
  expect(await suggested()).toEqual([
    { ...email, lot_names },
    { ...phone, lot_names },
  ])
  expect(await suggested(source.owner.token)).toEqual([])
  // Nobody else's answer counts.
  await api.call(dismissSuggestedContactRoute, { body: email }, source.owner.token)
  await api.call(dismissSuggestedContactRoute, { body: phone }, person.token)
  expect(await suggested()).toEqual([{ ...email, lot_names }])
  await api.call(dismissSuggestedContactRoute, { body: email }, person.token)
  expect(await suggested()).toEqual([])
  await source.sync()
  expect(await suggested()).toEqual([])
  expect(await residents()).toMatchObject([{ suggested_email: null, suggested_phone: null }])
})

test('a resident who is missing once keeps access, and is for staff to decide the next time, and the decision is remembered', async () => {
  const grace = {
    ...ada,
    person_id: '42',
    lease_id: '52',
    household_id: '52',
    unit: '9',
    unit_id: '69',
    last_name: 'Hopper',
    email: 'hopper@people.example',
  }
  source.serve([ada, grace])
  await source.sync()
  source.serve([grace])
  expect((await source.sync()).action_counts).toEqual({ UNCHANGED: 2 })
  const second = await source.sync()
  expect(second).toMatchObject({ action_counts: { UNCHANGED: 1, REVIEW: 1 }, rows_waiting: 1 })
  const row = (await source.rows(second.id)).find(({ action }) => action === 'REVIEW')
  const params = { import_id: second.id, row_no: row?.row_no ?? 0 }
  await api.call(decideImportRowRoute, { params, body: { decision: 'IGNORE' } }, source.owner.token)
  expect((await source.read(second.id)).rows_waiting).toBe(0)
  expect((await source.sync()).rows_waiting).toBe(0)
  expect((await membership())?.status).toBe('PENDING')
})

test('a preview changes nothing until it is applied', async () => {
  source.serve([ada])
  const preview = await source.sync({ is_preview: true })
  expect(preview).toMatchObject({ status: 'IN_PROGRESS', stage: 'PREVIEW', action_counts: { CREATE: 1 } })
  expect(await membership()).toBeUndefined()
  expect(await source.apply(preview.id)).toMatchObject({ status: 'SUCCESS', rows_applied: 1 })
  expect((await membership())?.status).toBe('PENDING')
})

test('a person who proved the phone number of a new resident is that resident, also with another email address', async () => {
  await api.deps.database.pool.query(
    `update users set phone = '+12024560777', phone_verified_at = created_at where id = $1`,
    [person.user_id],
  )
  source.serve([{ ...ada, email: 'elsewhere@people.example', phone: '202-456-0777' }])
  await source.sync()
  expect((await membership())?.status).toBe('PENDING')
})

test('a preview that waits is announced to the admins, expires after three days, and lets the next sync run', async () => {
  source.serve([ada])
  const preview = await source.sync({ is_preview: true })
  const told = async () => {
    const { rows } = await api.deps.database.pool.query(
      `select kind from notifications where user_id = $1 order by created_at`,
      [source.owner.user_id],
    )
    return rows.map(({ kind }) => kind)
  }
  expect(await told()).toEqual(['IMPORT_PREVIEW'])
  expect(preview.expires_at).toBe(new Date(api.ports.now().getTime() + 3 * 86_400_000).toISOString())
  api.ports.advance({ hours: 71 })
  await syncDue()
  expect(await source.read(preview.id)).toMatchObject({ status: 'IN_PROGRESS', stage: 'PREVIEW' })
  // The sync that was due waits for the preview; its next one is six hours later.
  api.ports.advance({ hours: 7 })
  await syncDue()
  expect(await source.read(preview.id)).toMatchObject({
    status: 'FAILURE',
    stage: 'DISCARDED',
    failure: 'EXPIRED',
    expires_at: null,
  })
  expect(await told()).toEqual(['IMPORT_PREVIEW', 'IMPORT_FAILED'])
  await api.runJobs()
  expect((await membership())?.status).toBe('PENDING')
})

test('a run that would end most residences stops, and an owner can apply it anyway', async () => {
  const all = Array.from({ length: 12 }, (_, at) => ({
    ...ada,
    person_id: `${60 + at}`,
    lease_id: `${80 + at}`,
    household_id: `${80 + at}`,
    unit: `${at}`,
    unit_id: `${at + 1}`,
    last_name: `Many${String.fromCodePoint(65 + at)}`,
    email: `many${at}@people.example`,
  }))
  source.serve(all)
  await source.sync()
  source.serve(all.map((one) => ({ ...one, status: 'PAST', moves_out: inDays(-9), lease_ends: inDays(-9) })))
  const stopped = await source.sync()
  expect(stopped).toMatchObject({ status: 'FAILURE', failure: 'TOO_MANY_REMOVALS', rows_applied: 0 })
  expect(await source.apply(stopped.id, true)).toMatchObject({
    status: 'SUCCESS',
    action_counts: { END: 12 },
  })
})

test('a row that the database refuses is left out and reported, and the others are applied', async () => {
  const other = { ...ada, person_id: '43', lease_id: '53', household_id: '53', unit: '7', unit_id: '67' }
  source.serve([ada, { ...other, last_name: 'Turing', email: 'turing@people.example' }])
  const preview = await source.sync({ is_preview: true })
  // Longer than the column of the residents allows.
  await api.deps.database.pool.query(
    `update resident_rows set record = jsonb_set(record, '{lease_id}', to_jsonb(repeat('x', 300)))
     where import_id = $1 and record ->> 'last_name' = 'Turing'`,
    [preview.id],
  )
  expect(await source.apply(preview.id)).toMatchObject({ status: 'SUCCESS', rows_applied: 1 })
  const rows = await source.rows(preview.id)
  expect(rows.map(({ has_failed, is_applied }) => [has_failed, is_applied])).toEqual([
    [false, true],
    [true, false],
  ])
  expect((await residents()).map(({ name }) => name)).toEqual(['Ada Example'])
  expect(api.lines).toContainEqual(
    expect.objectContaining({ event: 'task_failed', task: 'apply_resident', row_no: 2 }),
  )
})
