import { getReservationRoute } from '@openspot/contract/booking/reservations.ts'
import { exportLotRoute, importLotRoute } from '@openspot/contract/lots/lot-export.ts'
import {
  addLotPhotoRoute,
  type LotPhotos,
  listLotPhotosRoute,
  replaceLotPhotosRoute,
} from '@openspot/contract/lots/lot-photos.ts'
import { getLotSetupRoute } from '@openspot/contract/lots/lot-setup.ts'
import { getPublicLotRoute, searchRoute, updateLotRoute } from '@openspot/contract/lots/lots.ts'
import { MAX_LOT_PHOTOS } from '@openspot/core/lots/facts.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { pictureForm } from '../../testing/factories/files.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs, twoHours } from '../../testing/factories/reservations.ts'

let api: TestApi
let lot: TestLot
let admin: Person
beforeAll(async () => {
  api = await testApi()
})
beforeEach(async () => {
  // No rate limit of an earlier test applies.
  api.ports.advance({ hours: 2 })
  lot = await aLot(api)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
})
afterAll(() => api.close())

const params = () => ({ lot_id: lot.lot_id })
const add = async (width = 2400, height = 1200): Promise<LotPhotos> =>
  api.call(addLotPhotoRoute, { params: params(), body: await pictureForm(width, height) }, admin.token)
const stored = () => api.call(listLotPhotosRoute, { params: params() }, admin.token)
type Saved = Pick<LotPhotos['photos'][number], 'id' | 'caption' | 'is_entrance'>
const saved = ({ id, caption, is_entrance }: Saved): Saved => ({ id, caption, is_entrance })
const replace = (photos: Saved[], version: number) =>
  api.call(replaceLotPhotosRoute, { params: params(), body: { photos, version } }, admin.token)
const shown = async () => api.call(getPublicLotRoute, { params: { public_id: lot.public_id }, query: {} })
const get = (url: string) => fetch(api.base + url)

test('stores a photo in two sizes without metadata and serves both to anyone, cached forever', async () => {
  const { photos } = await add()
  const [photo] = photos
  expect(photo).toMatchObject({ width: 1600, height: 800, caption: '', is_entrance: false })
  for (const [url, size] of [
    [photo?.url, { width: 1600, height: 800 }],
    [photo?.thumbnail_url, { width: 480, height: 360 }],
  ] as const) {
    const answer = await get(url ?? '')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({
      format: 'webp',
      ...size,
    })
  }
  const page = await shown()
  expect(page.photos).toEqual(photos)
  expect(page.lot.cover_photo_url).toBe(photo?.thumbnail_url)
})

test('refuses a ninth photo with 409 on the field, and the database refuses it too', async () => {
  for (let n = 0; n < MAX_LOT_PHOTOS; n += 1) await add(64, 48)
  const body = await pictureForm()
  expect(await api.refusal(addLotPhotoRoute, { params: params(), body }, admin.token)).toMatchObject({
    status: 409,
    code: 'lot_photo_limit',
    field: 'image',
  })
  const { pool } = api.deps.database
  await expect(
    pool.query('update lots set photo_ids = photo_ids || photo_ids[1] where id = $1', [lot.lot_id]),
  ).rejects.toThrow(/lots_photo_ids_check|each once/)
})

test('orders, describes, deletes, and restores photos in one call, and the first one is the cover', async () => {
  await add()
  await add()
  const { photos, version } = await add()
  const [a, b, c] = photos.map(saved)
  if (!a || !b || !c) throw new Error('Three photos were added.')
  const first = await replace([{ ...c, caption: ' Level 2 ', is_entrance: true }, a, b], version)
  expect(first.photos.map(({ id, caption, is_entrance }) => [id, caption, is_entrance])).toEqual([
    [c.id, 'Level 2', true],
    [a.id, '', false],
    [b.id, '', false],
  ])
  const without = await replace([saved(first.photos[0] ?? c), b], first.version)
  expect((await shown()).photos.map(({ id }) => id)).toEqual([c.id, b.id])
  // What is not shown is not served anymore, until it is put back.
  const gone = photos.find(({ id }) => id === a.id)?.url ?? ''
  expect((await get(gone)).status).toBe(404)
  await replace([...without.photos.map(saved), a], without.version)
  expect((await get(gone)).status).toBe(200)
})

test('rejects a stale version, a photo of another lot, one twice, and two entrances', async () => {
  await add()
  const { photos, version } = await add()
  const [a, b] = photos.map(saved)
  if (!a || !b) throw new Error('Two photos were added.')
  const refused = (list: Saved[], at = version) =>
    api.refusal(replaceLotPhotosRoute, { params: params(), body: { photos: list, version: at } }, admin.token)
  expect(await refused([a, b], version - 1)).toMatchObject({ status: 409, code: 'lot_changed' })
  expect(await refused([{ ...a, id: api.ports.id() }])).toMatchObject({ status: 400, field: 'photos.0.id' })
  expect(await refused([a, a])).toMatchObject({ status: 400, field: 'photos.1.id' })
  const both = [a, b].map((photo) => ({ ...photo, is_entrance: true }))
  expect(await refused(both)).toMatchObject({ status: 400, field: 'photos.1.is_entrance' })
  expect((await stored()).version).toBe(version)
})

test('deletes a removed photo for good with the first upload after a day, never a shown one', async () => {
  const { photos, version } = await add()
  await replace([], version)
  const count = async () =>
    (await api.deps.database.pool.query('select id from lot_photos where lot_id = $1', [lot.lot_id])).rowCount
  await add()
  expect(await count()).toBe(2)
  api.ports.advance({ hours: 25 })
  await add()
  expect(await count()).toBe(2)
  expect((await stored()).photos.map(({ id }) => id)).not.toContain(photos[0]?.id)
  await expect(
    api.deps.database.pool.query('delete from lot_photos where lot_id = $1', [lot.lot_id]),
  ).rejects.toMatchObject({ code: 'OS060' })
})

test('keeps the photos and facts of a private lot from people outside it', async () => {
  const body = { is_private: true, clearance_mm: 2032, amenities: ['COVERED' as const] }
  await add()
  await api.call(updateLotRoute, { params: params(), body }, admin.token)
  const page = await shown()
  expect(page).toMatchObject({
    is_members_only: true,
    photos: [],
    lot: { cover_photo_url: null, clearance_mm: null, amenities: [] },
  })
})

test('shows facts and cover in search, and the entrance on the pass', async () => {
  const { photos, version } = await add()
  await replace(
    photos.map((photo) => ({ ...saved(photo), caption: 'Entrance on Wells Street', is_entrance: true })),
    version,
  )
  const facts = {
    clearance_mm: 2032,
    entry_methods: ['PHONE_GATE' as const],
    on_site_payments: ['APP' as const],
    amenities: ['COVERED' as const, 'ELEVATOR' as const],
  }
  await api.call(updateLotRoute, { params: params(), body: facts }, admin.token)
  const { items } = await api.call(searchRoute, { query: { q: 'Lot', ...twoHours(api), limit: 100 } })
  const found = items.find(({ lot: one }) => one.id === lot.lot_id)?.lot
  expect(found).toMatchObject({ ...facts, cover_photo_url: photos[0]?.thumbnail_url })

  const driver = await aPerson(api)
  const payment_method_id = await aCard(api, driver)
  const { reservation } = await bookAs(api, driver, {
    spot_id: lot.spot_ids[0] ?? '',
    payment_method_id,
    ...twoHours(api),
  })
  const pass = await api.call(
    getReservationRoute,
    { params: { reservation_id: reservation.id } },
    driver.token,
  )
  expect(pass.lot).toMatchObject({
    clearance_mm: 2032,
    entry_methods: ['PHONE_GATE'],
    entrance_photo: { caption: 'Entrance on Wells Street', url: photos[0]?.url },
  })
})

test.each<[string, object, RegExp]>([
  ['a clearance that no vehicle fits under', { clearance_mm: 900 }, /clearance_mm/],
  ['an entry method that does not exist', { entry_methods: ['TELEPORT'] }, /entry_methods/],
  ['an amenity twice', { amenities: ['COVERED', 'COVERED'] }, /amenities/],
])('rejects %s with 400 on its field', async (_, body, field) => {
  const answer = await api.refusal(updateLotRoute, { params: params(), body }, admin.token)
  expect(answer).toMatchObject({ status: 400, field: expect.stringMatching(field) })
})

test('an export has the photos and facts, and a lot that is created from it shows them in the same order', async () => {
  await add()
  const { photos, version } = await add(64, 48)
  const captions = ['Entrance', 'Roof']
  await replace(
    photos.map((photo, at) => ({ ...saved(photo), caption: captions[at] ?? '', is_entrance: at === 1 })),
    version,
  )
  await api.call(updateLotRoute, { params: params(), body: { clearance_mm: 2032 } }, admin.token)
  const owner = await aMember(api, lot.lot_id, 'SUPER_ADMIN')
  const document = await api.call(exportLotRoute, { params: params(), query: {} }, owner.token)
  expect(document.photos?.map(({ caption, is_entrance }) => [caption, is_entrance])).toEqual([
    ['Entrance', false],
    ['Roof', true],
  ])
  const { lot: made } = await api.call(importLotRoute, { body: { document, name: 'Copy' } }, owner.token)
  expect(made.clearance_mm).toBe(2032)
  const copied = await api.call(listLotPhotosRoute, { params: { lot_id: made.id } }, owner.token)
  expect(copied.photos.map(({ caption, is_entrance, width }) => [caption, is_entrance, width])).toEqual([
    ['Entrance', false, 1600],
    ['Roof', true, 64],
  ])
  const {
    clearance_mm: _c,
    entry_methods: _e,
    on_site_payments: _p,
    amenities: _a,
    ...details
  } = document.details
  const { photos: _, ...older } = { ...document, details }
  await api.call(importLotRoute, { body: { document: older, name: 'Older' } }, (await aPerson(api)).token)
})

test('the setup of a lot asks for photos until there is one', async () => {
  const isDone = async () =>
    (await api.call(getLotSetupRoute, { params: params() }, admin.token)).steps.find(
      ({ step }) => step === 'PHOTOS',
    )
  expect(await isDone()).toMatchObject({ is_done: false, is_required: false })
  await add(64, 48)
  expect(await isDone()).toMatchObject({ is_done: true })
})
