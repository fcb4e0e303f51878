import { createZoneRoute } from '@openspot/contract/booking/prices.ts'
import { uploadMapImageRoute } from '@openspot/contract/lots/files.ts'
import {
  createMapRoute,
  deleteMapRoute,
  getMapRoute,
  type LotMap,
  listMapsRoute,
  type Placement,
  replaceMapRoute,
} from '@openspot/contract/lots/maps.ts'
import { bare } from '@openspot/core/maps/shape.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { pictureForm } from '../../testing/factories/files.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { untilWaiting } from '../../testing/waiting.ts'

let api: TestApi
let lot: TestLot
let admin: Person
beforeAll(async () => {
  api = await testApi()
})
beforeEach(async () => {
  lot = await aLot(api, {}, 12)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
})
afterAll(() => api.close())

const at = (spot_id: string, more: Partial<Placement> = {}): Placement => ({
  spot_id,
  x: 100,
  y: 80,
  width: 30,
  height: 60,
  rotation: 0,
  outline: null,
  ...more,
})
const sheet = { name: 'Ground floor', position: 1, width: 800, height: 600 }
const spotAt = (n: number) => lot.spot_ids[n] ?? ''
const inLot = () => ({ params: { lot_id: lot.lot_id } })
const create = (body: Partial<Parameters<typeof bodyOf>[0]> = {}) =>
  api.call(createMapRoute, { ...inLot(), body: bodyOf(body) }, admin.token)
type Sent = typeof sheet & { spots: Placement[]; file_id: string | null }
const bodyOf = (more: Partial<Sent>): Sent => ({ ...sheet, file_id: null, spots: [], ...more })
const inputOf = ({ name, position, picture, width, height, version, spots }: LotMap) => ({
  name,
  position,
  file_id: picture?.id ?? null,
  width,
  height,
  version,
  spots: spots.map(bare),
})

test('returns placed spots unchanged and in natural label order', async () => {
  const share = fc.double({ min: -0.5, max: 0.5, noNaN: true })
  const placement = fc.record({
    x: fc.double({ min: 0, max: 800, noNaN: true }),
    y: fc.double({ min: 0, max: 600, noNaN: true }),
    width: fc.double({ min: 1, max: 5000, noNaN: true }),
    height: fc.double({ min: 1, max: 5000, noNaN: true }),
    rotation: fc.double({ min: 0, max: 359.999, noNaN: true }),
    outline: fc.option(fc.array(fc.tuple(share, share), { minLength: 3, maxLength: 8 })),
  })
  let map = await create()
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 11 }), placement), { selector: ([n]) => n }),
      async (placed) => {
        const spots = placed.map(([n, where]) => ({ ...where, spot_id: spotAt(n) }))
        const body = { ...inputOf(map), spots }
        map = await api.call(replaceMapRoute, { params: { map_id: map.id }, body }, admin.token)
        const read = await api.call(getMapRoute, { params: { map_id: map.id } })
        expect(read).toEqual(map)
        const order = placed.map(([n]) => n).toSorted((a, b) => a - b)
        expect(read.spots.map(({ label }) => label)).toEqual(order.map((n) => `A${n + 1}`))
        for (const spot of spots) {
          const found = read.spots.find(({ spot_id }) => spot_id === spot.spot_id)
          for (const side of ['x', 'y', 'width', 'height', 'rotation'] as const) {
            expect(found?.[side]).toBeCloseTo(spot[side], 2)
          }
          const near = (part: number): unknown => expect.closeTo(part, 3)
          expect(found?.outline).toEqual(spot.outline?.map((corner) => corner.map(near)) ?? null)
        }
      },
    ),
    { numRuns: 25 },
  )
})

test('rejects foreign, repeated, and misplaced spots and wrong pictures with 400 on the field', async () => {
  const other = await aLot(api, {}, 1)
  const foreign = other.spot_ids[0] ?? ''
  const picture = await api.call(
    uploadMapImageRoute,
    { ...inLot(), body: await pictureForm(300, 200) },
    admin.token,
  )
  const faults: [Parameters<typeof bodyOf>[0], string][] = [
    [{ spots: [at(spotAt(0)), at(foreign)] }, 'spots.1.spot_id'],
    [{ spots: [at(spotAt(0)), at(spotAt(1)), at(spotAt(0))] }, 'spots.2.spot_id'],
    [{ spots: [at(spotAt(0)), at(spotAt(0).toUpperCase())] }, 'spots.1.spot_id'],
    [{ spots: [at(spotAt(0), { x: 801 })] }, 'spots.0.x'],
    [{ spots: [at(spotAt(0), { y: 601 })] }, 'spots.0.y'],
    [{ spots: [at(spotAt(0), { rotation: 360 })] }, 'spots.0.rotation'],
    [{ spots: [at(spotAt(0), { width: 0 })] }, 'spots.0.width'],
    [{ spots: [at(spotAt(0), { outline: [[0, 0]] })] }, 'spots.0.outline'],
    [{ file_id: picture.id }, 'width'],
    [{ file_id: api.ports.id() }, 'file_id'],
    [{ name: '  ' }, 'name'],
  ]
  for (const [body, field] of faults) {
    const refused = await api.refusal(createMapRoute, { ...inLot(), body: bodyOf(body) }, admin.token)
    expect([refused.status, refused.field]).toEqual([400, field])
  }
  // A picture of another lot is rejected.
  const theirs = await aMember(api, other.lot_id, 'ADMIN')
  const refused = await api.refusal(
    createMapRoute,
    { params: { lot_id: other.lot_id }, body: bodyOf({ file_id: picture.id, width: 300, height: 200 }) },
    theirs.token,
  )
  expect(refused.field).toBe('file_id')
  expect((await api.call(listMapsRoute, inLot())).items).toEqual([])
})

test('rejects in the database a spot of another lot and a map of another size than its picture', async () => {
  const { db } = api.deps.database
  const map = await create()
  const foreign = (await aLot(api, {}, 1)).spot_ids[0] ?? ''
  const row = { ...at(foreign), outline: null, map_id: map.id, lot_id: lot.lot_id }
  await expect(db.insertInto('map_spots').values(row).execute()).rejects.toThrow(/foreign key/)
  const picture = await api.call(
    uploadMapImageRoute,
    { ...inLot(), body: await pictureForm(300, 200) },
    admin.token,
  )
  await expect(
    db.updateTable('maps').set({ file_id: picture.id }).where('id', '=', map.id).execute(),
  ).rejects.toThrow(/foreign key/)
})

test('shows drivers no picture that is only for tracing, and keeps how strongly it is drawn', async () => {
  const picture = await api.call(
    uploadMapImageRoute,
    { ...inLot(), body: await pictureForm(300, 200) },
    admin.token,
  )
  const body = { ...bodyOf({ file_id: picture.id, width: 300, height: 200 }), picture_opacity_percent: 40 }
  const map = await api.call(createMapRoute, { ...inLot(), body }, admin.token)
  expect(map).toMatchObject({ picture_opacity_percent: 40, shows_picture: true })
  const ofDriver = async () => [
    (await api.call(getMapRoute, { params: { map_id: map.id } })).picture?.id,
    (await api.call(listMapsRoute, inLot())).items[0]?.picture?.id,
  ]
  expect(await ofDriver()).toEqual([picture.id, picture.id])
  const traced = await api.call(
    replaceMapRoute,
    {
      params: { map_id: map.id },
      body: { ...inputOf(map), picture_opacity_percent: 40, shows_picture: false },
    },
    admin.token,
  )
  expect(traced).toMatchObject({ picture: { id: picture.id }, shows_picture: false })
  expect(await ofDriver()).toEqual([undefined, undefined])
  for (const reader of [await aMember(api, lot.lot_id, 'MEMBER'), await aPerson(api)])
    expect((await api.call(listMapsRoute, inLot(), reader.token)).items[0]?.picture).toBeNull()
  const refused = await api.refusal(
    replaceMapRoute,
    { params: { map_id: map.id }, body: { ...inputOf(traced), picture_opacity_percent: 5 } },
    admin.token,
  )
  expect([refused.status, refused.field]).toEqual([400, 'picture_opacity_percent'])
})

test('names the zones that have spots, also for drivers', async () => {
  const zone = async (name: string) =>
    (await api.call(createZoneRoute, { ...inLot(), body: { name } }, admin.token)).id
  const [roof] = [await zone('Roof'), await zone('Empty')]
  const { db } = api.deps.database
  await db.updateTable('spots').set({ zone_id: roof }).where('id', '=', spotAt(0)).execute()
  expect((await api.call(listMapsRoute, inLot())).zones).toEqual([{ id: roof, name: 'Roof' }])
})

test('orders maps, requires unique names, and deletes unused pictures', async () => {
  const files = async () =>
    (await api.deps.database.db.selectFrom('files').select('id').where('lot_id', '=', lot.lot_id).execute())
      .length
  const picture = await api.call(
    uploadMapImageRoute,
    { ...inLot(), body: await pictureForm(300, 200) },
    admin.token,
  )
  const upper = await create({ name: 'Upper deck', position: 2 })
  const ground = await create({ file_id: picture.id, width: 300, height: 200 })
  expect(ground.picture).toMatchObject({ id: picture.id, url: picture.url })
  const names = async () => (await api.call(listMapsRoute, inLot())).items.map(({ name }) => name)
  expect(await names()).toEqual(['Ground floor', 'Upper deck'])
  const taken = await api.refusal(
    createMapRoute,
    { ...inLot(), body: bodyOf({ name: 'upper DECK' }) },
    admin.token,
  )
  expect(taken).toMatchObject({ status: 409, code: 'name_taken', field: 'name' })
  await api.call(
    replaceMapRoute,
    { params: { map_id: upper.id }, body: { ...inputOf(upper), name: 'Roof', position: 1, file_id: null } },
    admin.token,
  )
  expect(await names()).toEqual(['Ground floor', 'Roof'])
  expect(await files()).toBe(1)
  const next = await api.call(
    uploadMapImageRoute,
    { ...inLot(), body: await pictureForm(320, 200) },
    admin.token,
  )
  const body = { ...inputOf(ground), file_id: next.id, width: 320 }
  await api.call(replaceMapRoute, { params: { map_id: ground.id }, body }, admin.token)
  expect(await files()).toBe(1)
  await api.call(deleteMapRoute, { params: { map_id: ground.id } }, admin.token)
  expect(await files()).toBe(0)
  expect(await names()).toEqual(['Roof'])
})

test('accepts one of several concurrent changes of a map and rejects the others', async () => {
  const map = await create()
  const change = (name: string) =>
    api.call(replaceMapRoute, { params: { map_id: map.id }, body: { ...inputOf(map), name } }, admin.token)
  const { pool } = api.deps.database
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query('select from maps where id = $1 for update', [map.id])
  const all = Promise.allSettled(['A', 'B', 'C', 'D'].map(change))
  await untilWaiting(pool, 4)
  await holder.query('commit')
  holder.release()
  const done = await all
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const refused = await api.refusal(
    replaceMapRoute,
    { params: { map_id: map.id }, body: inputOf(map) },
    admin.token,
  )
  expect(refused).toMatchObject({ status: 409, code: 'map_changed' })
})

test('shows a map to viewers of the lot and lets only its admins change it', async () => {
  const map = await create({ spots: [at(spotAt(0))] })
  const statusOf = async (work: Promise<unknown>) => work.then(() => 200).catch((error) => error.status)
  const tries = async (token?: string) => [
    await statusOf(api.call(listMapsRoute, inLot(), token)),
    await statusOf(api.call(getMapRoute, { params: { map_id: map.id } }, token)),
    await statusOf(api.call(createMapRoute, { ...inLot(), body: bodyOf({ spots: [at('none')] }) }, token)),
    await statusOf(api.call(deleteMapRoute, { params: { map_id: api.ports.id() } }, token)),
  ]
  const member = await aMember(api, lot.lot_id, 'MEMBER')
  const stranger = await aPerson(api)
  expect(await tries()).toEqual([200, 200, 401, 401])
  expect(await tries(stranger.token)).toEqual([200, 200, 403, 404])
  await api.deps.database.db
    .updateTable('lots')
    .set({ is_private: true })
    .where('id', '=', lot.lot_id)
    .execute()
  expect(await tries()).toEqual([404, 404, 401, 401])
  expect(await tries(stranger.token)).toEqual([404, 404, 404, 404])
  expect(await tries(member.token)).toEqual([200, 200, 403, 404])
  expect((await api.refusal(deleteMapRoute, { params: { map_id: map.id } }, member.token)).status).toBe(403)
  const elsewhere = await aMember(api, (await aLot(api)).lot_id, 'SUPER_ADMIN')
  expect((await api.refusal(deleteMapRoute, { params: { map_id: map.id } }, elsewhere.token)).status).toBe(
    404,
  )
})

test('removes a deleted spot from its map', async () => {
  const map = await create({ spots: [at(spotAt(0)), at(spotAt(1))] })
  await api.deps.database.db
    .updateTable('spots')
    .set({ deleted_at: api.ports.now().toISOString() })
    .where('id', '=', spotAt(0))
    .execute()
  const read = await api.call(getMapRoute, { params: { map_id: map.id } })
  expect(read.spots.map(({ label }) => label)).toEqual(['A2'])
})
