import {
  deleteLogoRoute,
  getFileRoute,
  setLogoRoute,
  uploadMapImageRoute,
} from '@openspot/contract/lots/files.ts'
import { getLotRoute, getPublicLotRoute } from '@openspot/contract/lots/lots.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { filePolicy } from '../../plugins/safe-headers.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aPicture, formOf, pictureForm } from '../../testing/factories/files.ts'
import { hostileFiles } from '../../testing/factories/hostile-files.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aMember, type Person } from '../../testing/factories/people.ts'
import { untilWaiting } from '../../testing/waiting.ts'

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

const kept = () =>
  api.deps.database.db
    .selectFrom('files')
    .select(['id', 'bytes', 'width', 'height'])
    .where('lot_id', '=', lot.lot_id)
    .execute()
/** Sends malformed forms, which `call` could not. */
const send = (form: { body: Buffer; type: string }) =>
  fetch(`${api.base}${uploadMapImageRoute.url.replace(':lot_id', lot.lot_id)}`, {
    method: 'POST',
    headers: { 'content-type': form.type, authorization: `Bearer ${admin.token}` },
    body: new Uint8Array(form.body),
  })

test('rejects hostile files with field and reason, or stores them without their hidden contents', async () => {
  const corpus = await hostileFiles()
  expect(corpus.length).toBeGreaterThanOrEqual(60)
  const wrong: unknown[] = []
  for (const { what, parts, is_cut, refused, never = [] } of corpus) {
    // Advance the clock, so that no rate limit applies.
    api.ports.advance({ hours: 2 })
    const answer = await send(formOf(parts, { closed: !is_cut }))
    const body = (await answer.json()) as { field?: string; message: string }
    const files = await kept()
    if (refused) {
      const [status, reason] = refused
      const isRight = answer.status === status && body.field === 'image' && reason.test(body.message)
      if (!isRight || files.length > 0) wrong.push({ what, status: answer.status, body, kept: files.length })
    } else {
      const [file] = files
      const text = file?.bytes.toString('latin1') ?? ''
      const head = file && (await sharp(file.bytes).metadata())
      const isClean =
        answer.status === 201 &&
        head?.format === 'webp' &&
        (head.pages ?? 1) === 1 &&
        !head.exif &&
        !head.icc &&
        !head.xmp &&
        never.every((hidden) => !text.includes(hidden))
      if (!isClean) wrong.push({ what, status: answer.status, body, head })
    }
    await api.deps.database.db.deleteFrom('files').where('lot_id', '=', lot.lot_id).execute()
  }
  expect(wrong).toEqual([])
}, 120_000)

const upload = (person: Person | null, form: FormData) =>
  api.call(uploadMapImageRoute, { params: { lot_id: lot.lot_id }, body: form }, person?.token)
const get = (url: string, token?: string) =>
  fetch(api.base + url, { headers: token ? { authorization: `Bearer ${token}` } : {} })

test('serves a logo to anyone with the lot’s public id and deletes its file when it is replaced', async () => {
  const set = () => pictureForm(900, 600)
  const first = await api.call(
    setLogoRoute,
    { params: { lot_id: lot.lot_id }, body: await set() },
    admin.token,
  )
  expect(first).toMatchObject({ width: 512, height: 341 })
  const shown = () => api.call(getPublicLotRoute, { params: { public_id: lot.public_id }, query: {} })
  expect((await shown()).lot.logo_url).toBe(first.url)
  const answer = await get(first.url)
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': filePolicy,
    'content-disposition': 'inline; filename="picture.webp"',
  })
  expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).format).toBe('webp')

  const second = await api.call(
    setLogoRoute,
    { params: { lot_id: lot.lot_id }, body: await set() },
    admin.token,
  )
  expect((await shown()).lot.logo_url).toBe(second.url)
  expect((await get(first.url)).status).toBe(404)
  expect(await kept()).toHaveLength(1)
  // Another lot's public id does not serve it.
  const other = await aLot(api)
  expect((await get(second.url.replace(lot.public_id, other.public_id))).status).toBe(404)

  await api.call(deleteLogoRoute, { params: { lot_id: lot.lot_id } }, admin.token)
  expect((await shown()).lot.logo_url).toBeNull()
  expect(await kept()).toEqual([])
  const audit = await api.deps.database.db
    .selectFrom('audit_log')
    .select('action')
    .where('lot_id', '=', lot.lot_id)
    .execute()
  expect(audit.map(({ action }) => action)).toEqual(['lot.logo', 'lot.logo', 'lot.logo'])
})

test('does not raise the terms version when the logo changes', async () => {
  const version = async () =>
    (await api.call(getLotRoute, { params: { lot_id: lot.lot_id } }, admin.token)).terms_version
  const before = await version()
  await api.call(setLogoRoute, { params: { lot_id: lot.lot_id }, body: await pictureForm() }, admin.token)
  expect(await version()).toBe(before)
})

test('rotates pictures upright and removes camera metadata', async () => {
  const lying = await aPicture(64, 48).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const form = new FormData()
  form.append('image', new Blob([new Uint8Array(lying)], { type: 'image/jpeg' }), 'lot.jpg')
  expect(await upload(admin, form)).toMatchObject({ width: 48, height: 64 })
})

test('lets only admins upload pictures and only viewers of the lot load them', async () => {
  for (const role of ['MEMBER', 'PATROLLER'] as const) {
    const person = await aMember(api, lot.lot_id, role)
    const refused = await api.refusal(
      uploadMapImageRoute,
      { params: { lot_id: lot.lot_id }, body: await pictureForm() },
      person.token,
    )
    expect(refused.status).toBe(403)
  }
  const { id } = await upload(admin, await pictureForm())
  const url = getFileRoute.url.replace(':file_id', id)
  expect((await get(url)).status).toBe(200)
  await api.deps.database.db
    .updateTable('lots')
    .set({ is_private: true })
    .where('id', '=', lot.lot_id)
    .execute()
  expect((await get(url)).status).toBe(404)
  const elsewhere = await aMember(api, (await aLot(api)).lot_id, 'SUPER_ADMIN')
  expect((await get(url, elsewhere.token)).status).toBe(404)
  const mine = await get(url, (await aMember(api, lot.lot_id, 'MEMBER')).token)
  expect([mine.status, mine.headers.get('cache-control')]).toEqual([
    200,
    'private, max-age=31536000, immutable',
  ])
})

test('limits a lot to 50 MB of pictures, also concurrently, and deletes unused map pictures after a day', async () => {
  const { db } = api.deps.database
  const row = (bytes: number) => ({
    id: api.ports.id(),
    lot_id: lot.lot_id,
    purpose: 'MAP',
    width: 100,
    height: 100,
    bytes: Buffer.alloc(bytes),
    created_at: api.ports.now().toISOString(),
  })
  for (let n = 0; n < 4; n += 1) await db.insertInto('files').values(row(10_000_000)).execute()
  await db.insertInto('files').values(row(9_999_000)).execute()
  // The first insert is not committed when the second comes, and together they exceed the quota.
  const next = await db.transaction().execute(async (tx) => {
    await tx.insertInto('files').values(row(600)).execute()
    const second = db
      .insertInto('files')
      .values(row(600))
      .execute()
      .then(
        () => 'kept',
        (error: Error) => error.message,
      )
    await untilWaiting(api.deps.database.pool, 1)
    return { second }
  })
  expect(await next.second).toMatch(/more room than it has/)
  const refused = await api.refusal(
    uploadMapImageRoute,
    { params: { lot_id: lot.lot_id }, body: await noisyForm() },
    admin.token,
  )
  expect(refused).toMatchObject({ status: 409, code: 'picture_quota_full', field: 'image' })
  api.ports.advance({ hours: 25 })
  await upload(admin, await noisyForm())
  expect(await kept()).toHaveLength(1)
})

/** Returns a picture that stays larger than 1,000 bytes. */
async function noisyForm(): Promise<FormData> {
  const pixels = Buffer.from(Array.from({ length: 100 * 100 * 3 }, (_, at) => (at * at * 7 + at * 31) & 255))
  const bytes = await sharp(pixels, { raw: { width: 100, height: 100, channels: 3 } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('image', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'noise.png')
  return form
}
