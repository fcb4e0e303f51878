import { createLotClosureRoute } from '@openspot/contract/booking/availability.ts'
import { createZoneRoute, listZonesRoute } from '@openspot/contract/booking/prices.ts'
import type { Input } from '@openspot/contract/call.ts'
import {
  createSpotsRoute,
  importSpotsRoute,
  listLotSpotsRoute,
  previewSpotRemovalRoute,
  previewSpotsRoute,
  updateSpotsRoute,
} from '@openspot/contract/lots/lot-spots.ts'
import { getSpotShapesRoute } from '@openspot/contract/lots/maps.ts'
import { deleteSpotRoute } from '@openspot/contract/lots/spots.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aReservation, brokenCalendars, closedRows } from '../../testing/factories/calendars.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aMember, aPerson, type Person } from '../../testing/factories/people.ts'

let api: TestApi
let lot: TestLot
let admin: Person
beforeAll(async () => {
  api = await testApi()
})
afterAll(async () => {
  expect(await brokenCalendars(api)).toEqual([])
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})
beforeEach(async () => {
  lot = await aLot(api)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
})

const params = () => ({ lot_id: lot.lot_id })
type New = Input<typeof createSpotsRoute>['body']
const add = (body: New, who = admin) => api.call(createSpotsRoute, { params: params(), body }, who.token)
const refusedAdd = (body: New, who = admin) =>
  api.refusal(createSpotsRoute, { params: params(), body }, who.token)
const list = (query: Input<typeof listLotSpotsRoute>['query'] = {}) =>
  api.call(listLotSpotsRoute, { params: params(), query }, admin.token)
const labels = async (query: Input<typeof listLotSpotsRoute>['query'] = {}) =>
  (await list({ limit: 100, ...query })).items.map(({ label }) => label)
const table = (csv: string, is_preview = false) => ({ params: params(), body: { csv, is_preview } })

test('creates labeled spots with shared fields and applies their zone’s closure to them', async () => {
  const zone = await api.call(createZoneRoute, { params: params(), body: { name: 'Roof' } }, admin.token)
  const closed = { starts_at: '2026-04-01T05:00:00.000Z', ends_at: '2026-04-02T05:00:00.000Z' }
  await api.call(
    createLotClosureRoute,
    { params: params(), body: { ...closed, zone_id: zone.id } },
    admin.token,
  )
  const facts = { type: 'COMPACT', features: ['EV_CHARGER'], level: 3, zone_id: zone.id } as const
  const { items } = await add({
    labels: 'R1-R3, VIP',
    ...facts,
    features: [...facts.features],
    rates: { hour_cents: 700 },
    note: 'tight',
  })
  expect(items.map(({ label }) => label)).toEqual(['R1', 'R2', 'R3', 'VIP'])
  for (const spot of items) {
    expect(spot).toMatchObject({ ...facts, note: 'tight', assigned_to: null, rates: { hour_cents: 700 } })
    expect(await closedRows(api, spot.id)).toHaveLength(1)
  }
  expect(await labels()).toEqual(['A1', 'A2', 'A3', 'R1', 'R2', 'R3', 'VIP'])
  expect(await labels({ zone_id: zone.id, type: 'COMPACT', q: 'r' })).toEqual(['R1', 'R2', 'R3'])
  expect(await labels({ assigned: true })).toEqual([])
  const log = await api.deps.database.db
    .selectFrom('audit_log')
    .select('details')
    .where('lot_id', '=', lot.lot_id)
    .where('action', '=', 'spot.create')
    .execute()
  expect(log).toMatchObject([{ details: { count: 4, labels: ['R1', 'R2', 'R3', 'VIP'] } }])
})

test('lists spots page by page without gaps', async () => {
  await add({ labels: 'B1-B30' })
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await list({ limit: 7, ...(cursor ? { cursor } : {}) })
    seen.push(...page.items.map(({ label }) => label))
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  expect(seen).toEqual(await labels())
  expect(seen).toHaveLength(33)
})

test('previews taken labels, and rejects the whole request with 409 labels_taken', async () => {
  const body = { labels: 'A2-A5' }
  const preview = await api.call(previewSpotsRoute, { params: params(), body }, admin.token)
  expect(preview).toEqual({ labels: ['A2', 'A3', 'A4', 'A5'], taken: ['A2', 'A3'] })
  expect(await refusedAdd(body)).toMatchObject({
    status: 409,
    code: 'labels_taken',
    details: { taken: ['A2', 'A3'] },
  })
  expect(await refusedAdd({ labels: 'A9-A1' })).toMatchObject({ status: 400, field: 'labels' })
  const elsewhere = await aLot(api)
  const boss = await aMember(api, elsewhere.lot_id, 'ADMIN')
  const theirs = await api.call(
    createZoneRoute,
    { params: { lot_id: elsewhere.lot_id }, body: { name: 'Roof' } },
    boss.token,
  )
  expect(await refusedAdd({ labels: 'Z1', zone_id: theirs.id })).toMatchObject({
    status: 400,
    field: 'zone_id',
  })
  expect(await refusedAdd({ labels: 'Z1' }, boss)).toMatchObject({ status: 403 })
  const patroller = await aMember(api, lot.lot_id, 'PATROLLER')
  expect(await refusedAdd({ labels: 'Z1' }, patroller)).toMatchObject({ status: 403 })
  expect(await labels()).toEqual(['A1', 'A2', 'A3'])
})

test('gives concurrently added spots distinct numbers and applies a concurrent closure to every one', async () => {
  const closed = { starts_at: '2026-04-01T05:00:00.000Z', ends_at: '2026-04-02T05:00:00.000Z' }
  for (let round = 0; round < 6; round++) {
    await Promise.all([
      ...['P', 'Q', 'R'].map((row) => add({ labels: `${row}${round}x1-${row}${round}x5` })),
      api.call(createLotClosureRoute, { params: params(), body: closed }, admin.token),
    ])
  }
  expect(await labels()).toHaveLength(3 + 6 * 15)
  // The final invariant check covers the rest: every spot is closed as its availability rules say.
})

test('reports the errors of a table row by row and imports all of it or nothing', async () => {
  const csv = [
    '\uFEFFLabel;Type;Features;Level;Zone;Hour;Note',
    'C1;compact;EV charger | covered;2;North;4,50;by the door',
    'A1;;;;;;',
    ';compact;;;;;',
    // Excel writes rows without text between those with some.
    ';;;;;;',
    'C1;bus;wings;x;North;-1;',
    'C2;;;;south;;"two; words"',
  ].join('\r\n')
  const preview = await api.call(importSpotsRoute, table(csv, true), admin.token)
  expect(preview).toMatchObject({ refused: 3, added: 0, zones: ['North', 'south'] })
  const wrong = preview.rows.map(({ line, errors }) => [
    line,
    ...errors.map(({ column }) => column).toSorted(),
  ])
  expect(wrong).toEqual([
    [2],
    [3, 'label'],
    [4, 'label'],
    [6, 'features', 'hour', 'label', 'level', 'type'],
    [7],
  ])
  const refusal = await api.refusal(importSpotsRoute, table(csv), admin.token)
  expect(refusal).toMatchObject({ status: 422, code: 'rows_refused', field: 'csv', details: { refused: 3 } })
  expect(await labels()).toEqual(['A1', 'A2', 'A3'])

  const good = csv
    .split('\r\n')
    .filter((line) => !line.startsWith('A1') && !line.startsWith(';') && !line.includes('bus'))
  const done = await api.call(importSpotsRoute, table(good.join('\n')), admin.token)
  expect(done).toMatchObject({ refused: 0, added: 2, zones: ['North', 'south'] })
  const { items } = await list({ q: 'C' })
  expect(items).toMatchObject([
    {
      label: 'C1',
      type: 'COMPACT',
      features: ['EV_CHARGER', 'COVERED'],
      level: 2,
      rates: { hour_cents: 450, day_cents: null },
      note: 'by the door',
    },
    { label: 'C2', type: 'STANDARD', features: [], level: 1, note: 'two; words' },
  ])
  const zones = await api.call(listZonesRoute, { params: params() }, admin.token)
  expect(zones.items).toMatchObject([{ name: 'North' }, { name: 'south' }])
  // Existing zones match by name regardless of case.
  await api.call(importSpotsRoute, table('label,zone\nD1,NORTH'), admin.token)
  expect((await api.call(listZonesRoute, { params: params() }, admin.token)).items).toMatchObject([
    { name: 'North', spot_count: 2 },
    { name: 'south', spot_count: 1 },
  ])
})

test('a table sets the minimum and maximum charge of its spots, and ignores what an export says about who has them', async () => {
  const heading = 'Label,Type,Minimum charge,Maximum charge,State,Driver,License plate'
  const rows = ['B1,Compact,9.00,40,Booked,Ada,AB 123', 'B2,,,25.5,,,', 'B3,,0,,,,']
  const crossed = `${heading}\nB1,,9,8.99,,,`
  const preview = await api.call(importSpotsRoute, table(crossed, true), admin.token)
  expect(preview.rows[0]?.errors).toMatchObject([{ column: 'max_reservation_price' }])
  expect(await api.refusal(importSpotsRoute, table(crossed), admin.token)).toMatchObject({
    code: 'rows_refused',
  })
  await api.call(importSpotsRoute, table([heading, ...rows].join('\n')), admin.token)
  expect((await list({ q: 'B' })).items).toMatchObject([
    { label: 'B1', type: 'COMPACT', min_reservation_price: 900, max_reservation_price: 4000 },
    { label: 'B2', min_reservation_price: null, max_reservation_price: 2550 },
    { label: 'B3', min_reservation_price: 0, max_reservation_price: null },
  ])
})

test('the header says which separator a table has, whatever is in its cells', async () => {
  const lines = [
    'label;features;note',
    'P1;EV_CHARGER|COVERED;',
    'P2;;wide, shaded, near the door',
    'P3;EV_CHARGER|COVERED;',
  ]
  const { rows } = await api.call(importSpotsRoute, table(lines.join('\n'), true), admin.token)
  expect(rows.map(({ label, note, errors }) => [label, note, errors.map(({ column }) => column)])).toEqual([
    ['P1', null, []],
    ['P2', 'wide, shaded, near the door', []],
    ['P3', null, []],
  ])
})

test.each([
  ['a column that is none', 'label,colour\nA9,red', /colour/],
  ['no label column', 'type\nCOMPACT', /“label” is missing/],
  ['a column twice', 'label,label\nA,B', /listed twice/],
  ['nothing but a heading', 'label', /no spots/],
  ['a quote that is not closed', 'label,note\nA9,"open', /table cannot be read/],
])('rejects a table with %s as a whole', async (_, csv, message) => {
  const answer = await api.refusal(importSpotsRoute, table(csv, true), admin.token)
  expect(answer).toMatchObject({ status: 400, field: 'csv' })
  expect(answer.message).toMatch(message)
})

test('changes only the named fields of many spots, and nothing if one spot is not in the lot', async () => {
  const zone = await api.call(createZoneRoute, { params: params(), body: { name: 'Deck' } }, admin.token)
  const [first = '', second = ''] = lot.spot_ids
  const change = (body: Input<typeof updateSpotsRoute>['body']) =>
    api.call(updateSpotsRoute, { params: params(), body }, admin.token)
  await change({ spot_ids: [first], features: ['COVERED'], note: 'mind the pillar' })
  const { items } = await change({
    spot_ids: [first, second],
    type: 'ACCESSIBLE',
    zone_id: zone.id,
    rates: { day_cents: 900 },
    add_features: ['GATED', 'NEAR_ELEVATOR'],
    remove_features: ['COVERED'],
  })
  expect(items).toMatchObject([
    { label: 'A1', type: 'ACCESSIBLE', zone_id: zone.id, level: 1, note: 'mind the pillar' },
    { label: 'A2', type: 'ACCESSIBLE', zone_id: zone.id, note: null },
  ])
  for (const spot of items) {
    expect(spot.features).toEqual(['GATED', 'NEAR_ELEVATOR'])
    expect(spot.rates).toMatchObject({ hour_cents: null, day_cents: 900 })
  }
  const elsewhere = await aLot(api)
  for (const strange of [elsewhere.spot_ids[0] ?? '', api.ports.id()]) {
    const body = { spot_ids: [first, strange], level: 5 }
    expect(await api.refusal(updateSpotsRoute, { params: params(), body }, admin.token)).toMatchObject({
      status: 400,
      field: 'spot_ids',
      details: { missing: 1 },
    })
  }
  for (const body of [{ spot_ids: [first] }, { spot_ids: [first], features: [], add_features: [] }]) {
    expect(await api.refusal(updateSpotsRoute, { params: params(), body }, admin.token)).toMatchObject({
      status: 400,
    })
  }
  expect((await list()).items.every(({ level }) => level === 1)).toBe(true)
  const [entry] = await api.deps.database.db
    .selectFrom('audit_log')
    .select('details')
    .where('lot_id', '=', lot.lot_id)
    .where('action', '=', 'spot.change_many')
    .orderBy('id', 'desc')
    .execute()
  expect(entry?.details).toMatchObject({
    change: { type: 'ACCESSIBLE', add_features: ['GATED', 'NEAR_ELEVATOR'] },
    before: [
      { label: 'A1', type: 'STANDARD', features: ['COVERED'], zone_id: null },
      { label: 'A2', type: 'STANDARD', features: [] },
    ],
  })
})

test('previews the availability rules, assignee, and blocking reservations of a spot before its removal', async () => {
  const [spot_id = ''] = lot.spot_ids
  const driver = await aPerson(api, { first_name: 'Grace' })
  const of = { lot_id: lot.lot_id, spot_id, user_id: driver.user_id }
  await aReservation(api, {
    ...of,
    starts_at: '2026-05-01T12:00:00.000Z',
    ends_at: '2026-05-01T14:00:00.000Z',
  })
  await aReservation(api, { ...of, starts_at: '2026-05-02T12:00:00.000Z', ends_at: null })
  const look = () => api.call(previewSpotRemovalRoute, { params: { spot_id } }, admin.token)
  expect(await look()).toMatchObject({
    reservation_count: 2,
    reservations: [{ name: 'Grace Example', starts_at: '2026-05-01T12:00:00.000Z' }, { ends_at: null }],
    availability_rule_count: 0,
    assigned_to: null,
    upcoming_assignment_count: 0,
  })
  const answer = await api.refusal(deleteSpotRoute, { params: { spot_id } }, admin.token)
  expect(answer).toMatchObject({
    status: 409,
    code: 'spot_in_use',
    details: { count: 2, reservations: [{ name: 'Grace Example' }, { name: 'Grace Example' }] },
  })
  const patroller = await aMember(api, lot.lot_id, 'PATROLLER')
  expect(await api.refusal(previewSpotRemovalRoute, { params: { spot_id } }, patroller.token)).toMatchObject({
    status: 403,
  })
})

test('creates spots with their outlines, and rejects one that belongs to no label or lies elsewhere as a whole', async () => {
  const shape = [
    [-87.634, 41.879],
    [-87.63397, 41.879],
    [-87.63397, 41.87905],
    [-87.634, 41.879],
  ]
  const { items } = await add({ labels: 'G1-G3', shapes: [{ label: 'G2', shape }] })
  expect(items.map(({ label }) => label)).toEqual(['G1', 'G2', 'G3'])
  const out = await api.call(getSpotShapesRoute, { params: params() }, admin.token)
  expect(out.features).toMatchObject([{ properties: { label: 'G2' }, geometry: { coordinates: [shape] } }])
  const swapped = shape.map(([lng = 0, lat = 0]) => [lat, lng])
  const wrong: [New['shapes'], string][] = [
    [[{ label: 'Z9', shape }], 'shapes.0.label'],
    [[{ label: 'H1', shape: swapped }], 'shapes.0.shape.0'],
    [[{ label: 'H1', shape: shape.slice(0, 3).concat([[-87.6341, 41.8791]]) }], 'shapes.0.shape'],
  ]
  for (const [shapes = [], field] of wrong)
    expect(await refusedAdd({ labels: 'H1', shapes })).toMatchObject({ status: 400, field })
  expect((await list({ q: 'H1' })).items).toEqual([])
})
