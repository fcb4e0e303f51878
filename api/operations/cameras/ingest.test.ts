import { randomBytes } from 'node:crypto'
import { deflateRawSync, gzipSync } from 'node:zlib'
import {
  deleteCameraRoute,
  listCameraFailuresRoute,
  listCamerasRoute,
  patchCameraRoute,
  rotateCameraRoute,
} from '@openspot/contract/operations/cameras.ts'
import { listPlateReadsRoute } from '@openspot/contract/operations/visits.ts'
import type { CameraKind } from '@openspot/core/cameras/enums.ts'
import { cameraEventsPerMinute, largestCameraEvent } from '@openspot/core/cameras/limits.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { createCamera, plateEvent, sendEvent, type TestCamera } from '../../testing/factories/cameras.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aMember, type Person } from '../../testing/factories/people.ts'

let api: TestApi
let lot: TestLot
let admin: Person
let made: TestCamera

beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  lot = await aLot(api, {}, 1)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
  made = await createCamera(api, { lot_id: lot.lot_id, admin })
  api.ports.advance({ minutes: 2 })
})

const params = () => ({ lot_id: lot.lot_id, camera_id: made.camera.id })
const reads = async () =>
  (await api.call(listPlateReadsRoute, { params: { lot_id: lot.lot_id }, query: {} }, admin.token)).items
const failures = async () =>
  (await api.call(listCameraFailuresRoute, { params: params(), query: {} }, admin.token)).items
const stored = async () => {
  const { rows } = await api.deps.database.pool.query<{ count: number }>(
    'select count(*)::int as count from camera_events where camera_id = $1',
    [made.camera.id],
  )
  return rows[0]?.count
}
const withKind = async (kind: CameraKind) => {
  made = await createCamera(api, { lot_id: lot.lot_id, admin, body: { kind } })
}
const reasonOf = async (body: string | Buffer | FormData, content_type?: string) => {
  expect(await sendEvent(api, made.address, body, content_type)).toBe(200)
  await api.runJobs()
  return (await failures())[0]?.reason
}

test('an address is accepted until it is replaced, and then for as long as staff chose', async () => {
  const first = made.address
  expect(await sendEvent(api, first, plateEvent(api, 'KAB 1234'))).toBe(200)
  const rotated = await api.call(
    rotateCameraRoute,
    { params: params(), body: { grace_minutes: 30 } },
    admin.token,
  )
  expect(rotated.address).not.toBe(first)
  expect(rotated.camera.previous_until).not.toBeNull()
  api.ports.advance({ minutes: 29 })
  expect(await sendEvent(api, first, plateEvent(api, 'KAB 1234'))).toBe(200)
  expect(await sendEvent(api, rotated.address, plateEvent(api, 'KAB 1234'))).toBe(200)
  api.ports.advance({ minutes: 2 })
  expect(await sendEvent(api, first, plateEvent(api, 'KAB 1234'))).toBe(404)
  expect(await sendEvent(api, rotated.address, plateEvent(api, 'KAB 1234'))).toBe(200)
  await api.call(rotateCameraRoute, { params: params(), body: { grace_minutes: 0 } }, admin.token)
  expect(await sendEvent(api, rotated.address, plateEvent(api, 'KAB 1234'))).toBe(404)
})

test('neither the address nor its secret part is stored or shown again', async () => {
  const token = made.address.split('/').at(-1) ?? ''
  expect(token).toMatch(/^[A-Za-z0-9]{24}$/)
  const { items } = await api.call(listCamerasRoute, { params: { lot_id: lot.lot_id } }, admin.token)
  expect(JSON.stringify(items)).not.toContain(token)
  const { rows } = await api.deps.database.pool.query('select to_jsonb(c)::text as row from cameras c')
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(JSON.stringify(api.lines)).not.toContain(token)
})

test('the address of a deleted camera and an unknown one are not found, and guessing is limited', async () => {
  await api.call(deleteCameraRoute, { params: params() }, admin.token)
  expect(await sendEvent(api, made.address, plateEvent(api, 'KAB 1234'))).toBe(404)
  const guess = `${api.base}/api/v2/camera-events/${'x'.repeat(24)}`
  const statuses = []
  for (let each = 0; each < 101; each++) statuses.push(await sendEvent(api, guess, '{}'))
  expect(new Set(statuses.slice(0, 90))).toEqual(new Set([404]))
  expect(statuses.at(-1)).toBe(429)
  // A camera behind the same address still gets through.
  const other = await createCamera(api, { lot_id: lot.lot_id, admin })
  expect(await sendEvent(api, other.address, plateEvent(api, 'KAB 1234'))).toBe(200)
})

test('an event is stored before it is read, and a repeated body is stored and read once', async () => {
  const event = plateEvent(api, 'KAB 1234')
  expect(await sendEvent(api, made.address, event)).toBe(200)
  expect(await stored()).toBe(1)
  expect(await reads()).toEqual([])
  const again = await Promise.all(Array.from({ length: 20 }, () => sendEvent(api, made.address, event)))
  expect(new Set(again)).toEqual(new Set([200]))
  expect(await stored()).toBe(1)
  await api.runJobs()
  expect(await reads()).toMatchObject([{ plate: 'KAB 1234', confidence: 92, direction: 'IN', match: null }])
})

test('a passage that is sent again in other bytes is one read', async () => {
  const uuid = 'A1B2'
  await sendEvent(api, made.address, plateEvent(api, 'KAB 1234', { uuid }))
  await sendEvent(api, made.address, plateEvent(api, 'KAB 1234', { uuid, fields: { more: 1 } }))
  await api.runJobs()
  expect(await stored()).toBe(2)
  expect(await reads()).toHaveLength(1)
})

test('more events than a camera can make are discarded with 200, and staff see that', async () => {
  const send = () => sendEvent(api, made.address, plateEvent(api, 'KAB 1234'))
  const statuses = []
  for (let each = 0; each < cameraEventsPerMinute + 5; each++) statuses.push(await send())
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(await stored()).toBe(cameraEventsPerMinute)
  const { items } = await api.call(listCamerasRoute, { params: { lot_id: lot.lot_id } }, admin.token)
  expect(items[0]?.dropped_at).toBe(api.ports.now().toISOString())
})

test('a body that is larger than any event is not kept, answered with 200, and shown to the staff', async () => {
  expect(await sendEvent(api, made.address, Buffer.alloc(largestCameraEvent + 1, 'a'))).toBe(200)
  await api.runJobs()
  expect(await failures()).toMatchObject([{ reason: 'TOO_LARGE', excerpt: null }])
  const { rows } = await api.deps.database.pool.query('select body from camera_events where camera_id = $1', [
    made.camera.id,
  ])
  expect(rows).toEqual([{ body: null }])
})

test.each<[string, CameraKind, string | Buffer, string, string]>([
  ['nothing', 'OPENALPR', '', 'application/json', 'EMPTY'],
  ['text', 'OPENALPR', 'hello', 'text/plain', 'NOT_JSON'],
  ['JSON that is no object', 'OPENALPR', '[1]', 'application/json', 'NOT_JSON'],
  ['JSON nested beyond reason', 'OPENALPR', '['.repeat(1_000_000), 'application/json', 'NOT_JSON'],
  [
    'JSON without a plate',
    'OPENALPR',
    '{"data_type":"alpr_group","best_uuid":"1"}',
    'application/json',
    'FIELD_MISSING',
  ],
  [
    'a plate of other characters',
    'OPENALPR',
    '{"data_type":"alpr_group","best_uuid":"1","best_plate_number":"京"}',
    'application/json',
    'PLATE_UNREADABLE',
  ],
  [
    'a plate with a NUL',
    'OPENALPR',
    '{"data_type":"alpr_group","best_uuid":"1","best_plate_number":"A\\u0000B"}',
    'application/json',
    'PLATE_UNREADABLE',
  ],
  ['a compressed bomb', 'AXIS', gzipSync(Buffer.alloc(3_000_000)), 'application/json', 'ENCODED'],
  [
    'a zip file',
    'AXIS',
    Buffer.concat([Buffer.from('PK\u0003\u0004'), deflateRawSync(randomBytes(100))]),
    'application/zip',
    'ENCODED',
  ],
  [
    'a form without an end',
    'HIKVISION',
    '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb',
    'multipart/form-data; boundary=x',
    'NOT_MULTIPART',
  ],
  ['a form without a boundary', 'HIKVISION', 'x', 'multipart/form-data', 'NOT_MULTIPART'],
  [
    'XML with entities that expand',
    'HIKVISION',
    `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><EventNotificationAlert>&b;</EventNotificationAlert>`,
    'application/xml',
    'FORBIDDEN_XML',
  ],
  [
    'XML that names a file',
    'HIKVISION',
    `<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><EventNotificationAlert>&f;</EventNotificationAlert>`,
    'application/xml',
    'FORBIDDEN_XML',
  ],
  [
    'XML with too many elements',
    'HIKVISION',
    `<a>${'<b/>'.repeat(20_000)}</a>`,
    'application/xml',
    'TOO_COMPLEX',
  ],
  [
    'XML that is nested beyond reason',
    'HIKVISION',
    `${'<a>'.repeat(4_000)}${'</a>'.repeat(4_000)}`,
    'application/xml',
    'NOT_XML',
  ],
  ['XML that never ends', 'HIKVISION', '<a><b>', 'application/xml', 'NOT_XML'],
])('%s is kept, answered with 200, and marked with the reason', async (_name, kind, body, type, reason) => {
  await withKind(kind)
  expect(await reasonOf(body, type)).toBe(reason)
  expect(await reads()).toEqual([])
  // The next event is read as if nothing had happened.
  expect(await stored()).toBe(1)
})

test('a form with more parts than any camera sends is rejected', async () => {
  await withKind('HIKVISION')
  const form = new FormData()
  for (let each = 0; each < 40; each++) form.append(`f${each}`, 'x')
  expect(await reasonOf(form)).toBe('TOO_COMPLEX')
})

test('an event of a clock that was reset is shown as a failure, and one of a clock that is ahead counts when it arrived', async () => {
  expect(await reasonOf(plateEvent(api, 'KAB 1234', { at: new Date('1970-02-01T00:00:00Z') }))).toBe(
    'CLOCK_WRONG',
  )
  const ahead = new Date(api.ports.now().getTime() + 3_600_000)
  await sendEvent(api, made.address, plateEvent(api, 'KAB 1234', { at: ahead }))
  await api.runJobs()
  expect(await reads()).toMatchObject([{ captured_at: api.ports.now().toISOString() }])
})

test('events of an inactive camera are not read, and are no failures', async () => {
  await api.call(patchCameraRoute, { params: params(), body: { is_active: false } }, admin.token)
  expect(await reasonOf(plateEvent(api, 'KAB 1234'))).toBeUndefined()
  expect(await reads()).toEqual([])
})

test('only the lot’s own gate can be opened by its camera, and none by a camera inside', async () => {
  const refused = (body: object) => api.refusal(patchCameraRoute, { params: params(), body }, admin.token)
  expect(await refused({ gate_id: api.ports.id() })).toMatchObject({ field: 'gate_id', status: 400 })
  expect(await refused({ name: ' ' })).toMatchObject({ field: 'name' })
  const other = await aLot(api, {}, 1)
  const stranger = await aMember(api, other.lot_id, 'ADMIN')
  const elsewhere = { lot_id: other.lot_id, camera_id: made.camera.id }
  expect(
    await api.refusal(patchCameraRoute, { params: elsewhere, body: { silent_hours: 5 } }, stranger.token),
  ).toMatchObject({ status: 404 })
})
