import { createInvitesRoute, previewInvitesRoute } from '@openspot/contract/people/invites.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { invite } from '../../testing/factories/invites.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aPlaced } from '../../testing/factories/memberships.ts'
import { aMember, type Person } from '../../testing/factories/people.ts'

let api: TestApi
let lot: TestLot
let admin: Person
beforeAll(async () => {
  api = await testApi()
})
beforeEach(async () => {
  lot = await aLot(api)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
})
afterAll(() => api.close())

const bodyOf = (lines: string[]) => ({ lot_id: lot.lot_id, csv: lines.join('\r\n') })
const preview = (lines: string[]) => api.call(previewInvitesRoute, { body: bodyOf(lines) }, admin.token)
const create = (lines: string[], leave_out_faulty?: boolean) =>
  api.call(
    createInvitesRoute,
    { body: { ...bodyOf(lines), ...(leave_out_faulty === undefined ? {} : { leave_out_faulty }) } },
    admin.token,
  )
const invitesOfLot = () =>
  api.deps.database.db.selectFrom('invites').selectAll().where('lot_id', '=', lot.lot_id).execute()

test('parses a hand-made table and sends its invites', async () => {
  await api.deps.database.db.insertInto('groups').values({ lot_id: lot.lot_id, name: 'Home' }).execute()
  const lines = [
    '\ufeffE-mail,Phone,First name,Last-Name,ROLE,group,spot',
    'ONE@people.example,,"O\'Hara, Jr.",Öz,,home,a1',
    '',
    ' two@people.example ,(312) 555-0189,,,patroller,,',
    ',312 555 0190,,,,,',
  ].map((line) => line.replace('E-mail', 'email'))
  const { items, ready } = await preview(lines)
  expect(ready).toBe(3)
  expect(items).toMatchObject([
    {
      line: 2,
      email: 'one@people.example',
      first_name: "O'Hara, Jr.",
      last_name: 'Öz',
      role: 'MEMBER',
      errors: [],
    },
    { line: 4, email: 'two@people.example', phone: '+13125550189', role: 'PATROLLER', errors: [] },
    { email: null, phone: '+13125550190', errors: [] },
  ])
  expect(await invitesOfLot()).toEqual([])
  const made = await create(lines)
  expect(
    made.items.map(({ invite: one, url }) => [one.kind, one.group?.name, one.spot?.label, url !== null]),
  ).toEqual([
    ['EMAIL', 'Home', 'A1', false],
    ['EMAIL', undefined, undefined, false],
    ['PHONE', undefined, undefined, true],
  ])
  // Sending the same table again must not invite anyone twice.
  const again = await api.refusal(createInvitesRoute, { body: bodyOf(lines) }, admin.token)
  expect(again).toMatchObject({ status: 400, field: 'csv' })
  expect((await invitesOfLot()).length).toBe(3)
})

test('reports errors by row and sends nothing unless faulty rows are left out explicitly', async () => {
  const member = await aPlaced(api, lot.lot_id)
  await invite(api, admin, { lot_id: lot.lot_id, email: 'asked@people.example' })
  const lines = [
    'email;phone;role;group;spot',
    'good@people.example;;;;',
    'no-address;;;;',
    ';;member;;',
    `${member.email};;;;`,
    'asked@people.example;;;;',
    'x@people.example;99;;;',
    'boss@people.example;;super admin;;',
    'y@people.example;;king;;',
    'z@people.example;;;Nowhere;Z9',
    'GOOD@people.example;;;;',
  ]
  const { items, ready } = await preview(lines)
  expect(ready).toBe(1)
  expect(items.map(({ errors }) => errors.map(({ field }) => field).join(' '))).toEqual([
    '',
    'email',
    'email',
    'email',
    'email',
    'phone',
    'role',
    'role',
    'group spot',
    'email',
  ])
  expect(items[5]?.errors.map(({ message }) => message)).toEqual([
    'This phone number is too short. Check whether a digit is missing.',
  ])
  expect((await api.refusal(createInvitesRoute, { body: bodyOf(lines) }, admin.token)).details).toMatchObject(
    {
      rows: { length: 9 },
    },
  )
  expect((await invitesOfLot()).length).toBe(1)
  const made = await create(lines, true)
  expect([made.items.length, made.left_out.length]).toEqual([1, 9])
})

test('a comma in a cell of a table with semicolons belongs to the cell, and a row with another number of cells is named', async () => {
  const { items } = await preview([
    'email;group',
    'a@people.example;Tower A, East',
    'b@people.example',
    'c@people.example;Home;more',
    'd@people.example;Home;',
  ])
  expect(items.map(({ group }) => group)).toEqual(['Tower A, East', null, 'Home', 'Home'])
  const widths = items.map(({ errors }) => errors.find(({ field }) => field === 'email')?.message)
  expect(widths).toEqual([
    undefined,
    'This row has 1 cell, but the header has 2 columns.',
    'This row has 3 cells, but the header has 2 columns.',
    undefined,
  ])
})

test('a table with several line endings has one row for each line', async () => {
  const csv = 'email;group\r\na@people.example;\nb@people.example;\rc@people.example;\n'
  const { items } = await api.call(previewInvitesRoute, { body: { lot_id: lot.lot_id, csv } }, admin.token)
  expect(items.map(({ email }) => email)).toEqual([
    'a@people.example',
    'b@people.example',
    'c@people.example',
  ])
})

test('rejects an unreadable table with 400 on csv and the reason', async () => {
  const wrong: [string[], RegExp][] = [
    [['name,car', 'a,b'], /“name” is not a column/],
    [['role', 'MEMBER'], /including email or phone/],
    [['email'], /no people in it/],
    [['email', '"open'], /cannot be read|Quote/],
    [['email', ...Array.from({ length: 501 }, (_, at) => `p${at}@people.example`)], /500/],
  ]
  for (const [lines, message] of wrong) {
    const refused = await api.refusal(previewInvitesRoute, { body: bodyOf(lines) }, admin.token)
    expect(refused).toMatchObject({ status: 400, field: 'csv' })
    expect(refused.message).toMatch(message)
  }
  const stranger = await aMember(api, (await aLot(api)).lot_id, 'SUPER_ADMIN')
  const body = bodyOf(['email', 'a@people.example'])
  expect(await api.refusal(createInvitesRoute, { body }, stranger.token)).toMatchObject({ status: 403 })
})
