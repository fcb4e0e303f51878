import { getPublicLotRoute, updateLotRoute } from '@openspot/contract/lots/lots.ts'
import { getCameraPolicyRoute, patchCameraRoute } from '@openspot/contract/operations/cameras.ts'
import { getPlateReadImageRoute } from '@openspot/contract/operations/visits.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { purgeExpired } from '../../jobs/purge-expired.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aWatchedLot, type WatchedLot } from '../../testing/factories/cameras.ts'
import { aPicture } from '../../testing/factories/files.ts'
import { fineAs, withFines } from '../../testing/factories/fines.ts'
import { anotherSession, aPerson } from '../../testing/factories/people.ts'

let api: TestApi
let lot: WatchedLot

beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  lot = await aWatchedLot(api)
})

const hoursLater = async (hours: number) => {
  api.ports.advance({ hours })
  await purgeExpired(paymentDepsOf(api.deps), api.deps.settings)
  lot.admin.token = await anotherSession(api, lot.admin.user_id)
}
const plates = async () => (await lot.visits()).map(({ plate }) => plate).toSorted()
const bodies = async () => {
  const { rows } = await api.deps.database.pool.query<{ count: number }>(
    'select count(*)::int as count from camera_events where lot_id = $1 and body is not null',
    [lot.lot_id],
  )
  return rows[0]?.count
}
const picture = async () => {
  const jpeg = await aPicture(200, 60).jpeg().toBuffer()
  return { fields: { best_plate: { plate_crop_jpeg: jpeg.toString('base64') } } }
}

test('pictures are encoded again, private, audited, and deleted after the time that the lot set, with the events they came in', async () => {
  await lot.see(lot.entry, 'KAB 1234', await picture())
  await lot.later(1)
  await lot.see(lot.exit, 'BAD 111', { fields: { best_plate: { plate_crop_jpeg: '/9j/AAAA' } } })
  const [without, withImage] = await lot.reads()
  expect([without?.has_image, withImage?.has_image]).toEqual([false, true])
  const of = { params: { ...lot.params, read_id: withImage?.id ?? '' } }
  await api.call(getPlateReadImageRoute, of, lot.admin.token)
  const stranger = await aPerson(api)
  expect(await api.refusal(getPlateReadImageRoute, of, stranger.token)).toMatchObject({ status: 403 })
  const { rows } = await api.deps.database.pool.query(
    `select actor_user_id from audit_log where action = 'plate_read.view_image' and subject_id = $1`,
    [withImage?.id],
  )
  expect(rows).toEqual([{ actor_user_id: lot.admin.user_id }])
  await hoursLater(23)
  expect((await lot.reads()).map(({ has_image }) => has_image)).toEqual([false, true])
  expect(await bodies()).toBe(2)
  await hoursLater(2)
  expect((await lot.reads()).map(({ has_image }) => has_image)).toEqual([false, false])
  expect(await bodies()).toBe(0)
})

test('a lot that keeps no pictures stores none, also not in the events', async () => {
  await api.call(updateLotRoute, { params: lot.params, body: { camera_image_hours: 0 } }, lot.admin.token)
  await lot.see(lot.entry, 'KAB 1234', await picture())
  expect(await lot.reads()).toMatchObject([{ plate: 'KAB 1234', has_image: false }])
  expect(await bodies()).toBe(0)
})

test('visits with a right are kept for 72 hours after the vehicle left, and others for 7 days', async () => {
  await lot.driver('KAB 1234')
  api.ports.advance({ minutes: 65 })
  await lot.see(lot.entry, 'KAB 1234')
  await lot.see(lot.entry, 'ZZZ 9999')
  await lot.later(30)
  await lot.see(lot.exit, 'KAB 1234')
  await lot.see(lot.exit, 'ZZZ 9999')
  await hoursLater(71)
  expect(await plates()).toEqual(['KAB1234', 'ZZZ9999'])
  await hoursLater(2)
  expect(await plates()).toEqual(['ZZZ9999'])
  await hoursLater(94)
  expect(await plates()).toEqual(['ZZZ9999'])
  await hoursLater(2)
  expect(await plates()).toEqual([])
  expect(await lot.reads()).toEqual([])
})

test('what cameras saw of a fined vehicle is kept until the fine can no longer be appealed', async () => {
  await withFines(api, lot.lot_id, lot.admin)
  await lot.see(lot.entry, 'ZZZ 9999', await picture())
  await lot.later(30)
  await fineAs(api, lot.admin, lot.lot_id, { plate: 'ZZZ 9999', reason: 'NO_RIGHT_TO_PARK' })
  await lot.later(30)
  await lot.see(lot.exit, 'ZZZ 9999')
  await hoursLater(24 * 13)
  expect(await plates()).toEqual(['ZZZ9999'])
  expect((await lot.reads()).map(({ has_image }) => has_image)).toEqual([false, true])
  await hoursLater(24 * 2)
  expect(await plates()).toEqual([])
})

test('an erased person leaves no visit, read, picture, or event', async () => {
  const { driver } = await lot.driver('KAB 1234')
  api.ports.advance({ minutes: 65 })
  await lot.see(lot.entry, 'KA8 1234', await picture())
  await lot.see(lot.exit, 'KAB 1234')
  const now = api.ports.now().toISOString()
  await api.deps.database.pool.query('select forget_person($1, $2)', [driver.user_id, now])
  expect(await lot.visits()).toEqual([])
  expect(await lot.reads()).toEqual([])
  expect(await bodies()).toBe(0)
})

test('the public policy follows the settings, and a lot without active cameras has none', async () => {
  const policy = () => api.call(getCameraPolicyRoute, { params: { public_id: lot.public_id } }, null)
  expect(await policy()).toMatchObject({
    camera_count: 2,
    opens_gates: false,
    keeps_images: true,
    image_hours: 24,
    matched_hours: 72,
    unmatched_days: 7,
    appeal_days: 14,
  })
  await api.call(updateLotRoute, { params: lot.params, body: { camera_image_hours: 0 } }, lot.admin.token)
  expect(await policy()).toMatchObject({ keeps_images: false, image_hours: 0 })
  for (const { camera } of [lot.entry, lot.exit]) {
    const params = { ...lot.params, camera_id: camera.id }
    await api.call(patchCameraRoute, { params, body: { is_active: false } }, lot.admin.token)
  }
  expect(
    await api.refusal(getCameraPolicyRoute, { params: { public_id: lot.public_id } }, null),
  ).toMatchObject({ status: 404 })
})

test('the page of a lot says whether the reader may read the policy of its cameras', async () => {
  const says = async (token: string | null) =>
    (await api.call(getPublicLotRoute, { params: { public_id: lot.public_id }, query: {} }, token))
      .has_camera_policy
  const { driver } = await lot.driver('KAB 1234')
  expect(await says(null)).toBe(true)
  await api.call(updateLotRoute, { params: lot.params, body: { is_private: true } }, lot.admin.token)
  expect([await says(null), await says(driver.token), await says(lot.admin.token)]).toEqual([
    false,
    false,
    true,
  ])
  await api.call(updateLotRoute, { params: lot.params, body: { is_private: false } }, lot.admin.token)
  for (const { camera } of [lot.entry, lot.exit]) {
    const params = { ...lot.params, camera_id: camera.id }
    await api.call(patchCameraRoute, { params, body: { is_active: false } }, lot.admin.token)
  }
  expect(await says(lot.admin.token)).toBe(false)
})
