import { scanShortLinkRoute } from '@openspot/contract/lots/qr.ts'
import {
  createSignRoute,
  getSignScansRoute,
  getSignSheetRoute,
  listSignsRoute,
  replaceSignRoute,
  takeDownSignRoute,
} from '@openspot/contract/lots/signs.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aMember, type Person } from '../../testing/factories/people.ts'
import { partsOf, readPdf } from '../../testing/read-pdf.ts'

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

const inLot = () => ({ params: { lot_id: lot.lot_id } })
const create = (place: string, url = `/l/${lot.public_id}`) =>
  api.call(createSignRoute, { ...inLot(), body: { place, url } }, admin.token)
const list = async () => (await api.call(listSignsRoute, inLot(), admin.token)).items
const codeOf = (short_url: string) => short_url.split('/q/')[1] ?? ''
const scan = (short_url: string) => api.call(scanShortLinkRoute, { params: { code: codeOf(short_url) } })
const sheet = async (query: { layout: 'ONE' | 'EIGHT'; sign_ids?: string }) =>
  api.call(getSignSheetRoute, { ...inLot(), query }, admin.token)
const rotatePublicId = async () => {
  lot.public_id = secretWord(api.ports)
  await api.deps.database.db
    .updateTable('lots')
    .set({ public_id: lot.public_id })
    .where('id', '=', lot.lot_id)
    .execute()
}

test('gives each sign its own code and counts its scans separately', async () => {
  const [east, west] = [await create('East gate'), await create('West gate')]
  expect(east.short_url).not.toBe(west.short_url)
  await scan(east.short_url)
  await scan(east.short_url)
  api.ports.advance({ hours: 24 })
  await scan(west.short_url)
  expect((await list()).map(({ place, scans, scans_30_days }) => [place, scans, scans_30_days])).toEqual([
    ['East gate', 2, 2],
    ['West gate', 1, 1],
  ])
  api.ports.advance({ hours: 24 * 40 })
  // Sessions do not last this long.
  admin = await aMember(api, lot.lot_id, 'ADMIN')
  const [late] = await list()
  expect([late?.scans, late?.scans_30_days]).toEqual([2, 0])
  const { items } = await api.call(getSignScansRoute, { params: { sign_id: east.id } }, admin.token)
  expect(items.map(({ scans, outdated_scans }) => [scans, outdated_scans])).toEqual([[2, 0]])
})

test('lists a sign as outdated and counts its scans from the public ID’s rotation to its replacement', async () => {
  const spot = `/l/${lot.public_id}?spot_id=${lot.spot_ids[1]}`
  const [reservations, sign] = [
    await create('Office', `/v/${secretWord(api.ports)}`),
    await create('Spot 2', spot),
  ]
  expect(sign).toMatchObject({ leads_to: 'SPOT', spot_label: 'A2', is_outdated: false })
  await scan(sign.short_url)
  await rotatePublicId()
  await scan(sign.short_url)
  expect(
    (await list()).map(({ place, is_outdated, outdated_scans }) => [place, is_outdated, outdated_scans]),
  ).toEqual([
    ['Spot 2', true, 1],
    ['Office', false, 0],
  ])
  // The new print has the new id but does not hang yet, so the sign stays outdated.
  await sheet({ layout: 'ONE' })
  expect((await list())[0]).toMatchObject({ short_url: sign.short_url, is_outdated: true })
  const replaced = await api.call(replaceSignRoute, { params: { sign_id: sign.id } }, admin.token)
  expect(replaced).toMatchObject({ is_outdated: false, scans: 2, outdated_scans: 1 })
  expect(replaced.short_url).not.toBe(sign.short_url)
  expect((await scan(replaced.short_url)).path).toBe(`/l/${lot.public_id}?spot_id=${lot.spot_ids[1]}`)
  expect((await list()).find(({ id }) => id === sign.id)).toMatchObject({ scans: 3, outdated_scans: 1 })
  // The old print still hangs somewhere.
  await scan(sign.short_url)
  expect((await list()).find(({ id }) => id === sign.id)).toMatchObject({ scans: 4, outdated_scans: 2 })
  // A second replacement changes nothing, and a sign that does not name the lot was never outdated.
  expect((await api.call(replaceSignRoute, { params: { sign_id: sign.id } }, admin.token)).short_url).toBe(
    replaced.short_url,
  )
  expect(
    (await api.call(replaceSignRoute, { params: { sign_id: reservations.id } }, admin.token)).short_url,
  ).toBe(reservations.short_url)
})

test('removes a sign from the list, frees its place, and keeps its link working', async () => {
  const sign = await create('East gate')
  const taken = await api.refusal(
    createSignRoute,
    { ...inLot(), body: { place: 'EAST GATE', url: `/l/${lot.public_id}` } },
    admin.token,
  )
  expect(taken).toMatchObject({ status: 409, code: 'name_taken', field: 'place' })
  await api.call(takeDownSignRoute, { params: { sign_id: sign.id } }, admin.token)
  expect(await list()).toEqual([])
  expect((await scan(sign.short_url)).path).toBe(`/l/${lot.public_id}`)
  expect((await api.refusal(replaceSignRoute, { params: { sign_id: sign.id } }, admin.token)).status).toBe(
    404,
  )
  expect((await create('East gate')).short_url).not.toBe(sign.short_url)
})

test('prints tagged sheets with the requested number of signs per page and their targets', async () => {
  const signs = []
  for (let n = 1; n <= 9; n += 1) signs.push(await create(`Place ${n}`))
  const read = async (file: File) => readPdf(Buffer.from(await file.arrayBuffer()))
  const small = await read(await sheet({ layout: 'EIGHT' }))
  expect(small).toMatchObject({ is_marked: true, claims_ua: true, language: 'en-US', missing: 0 })
  expect(small.pages).toHaveLength(2)
  expect(partsOf(small.tree, 'Figure')).toHaveLength(9)
  expect(partsOf(small.tree, 'Sect')).toHaveLength(9)
  const [second, , third] = signs
  const large = await read(await sheet({ layout: 'ONE', sign_ids: `${third?.id},${second?.id}` }))
  expect(large.pages).toHaveLength(2)
  expect(large.pages[0]).toContain('Wells Street Lot')
  expect(large.pages[0]).toContain('Scan to park')
  expect(large.pages[0]).toContain(third?.short_url.replace('http://', ''))
  expect(large.pages[1]).toContain('Place 1 · printed')
})

test('leads to the plate check and to what the cameras record, says so on the print, and is outdated with the public ID', async () => {
  const check = await create('Office', `/l/${lot.public_id}/check`)
  const cameras = await create('Gate', `/l/${lot.public_id}/cameras`)
  expect([check.leads_to, cameras.leads_to]).toEqual(['PLATE_CHECK', 'CAMERA_POLICY'])
  expect((await scan(check.short_url)).path).toBe(`/l/${lot.public_id}/check`)
  const { pages } = readPdf(Buffer.from(await (await sheet({ layout: 'ONE' })).arrayBuffer()))
  expect(pages[0]).toMatch(/Scan to see what our\s+cameras record/)
  expect(pages[1]).toMatch(/Scan to check a license\s+plate/)
  await rotatePublicId()
  expect((await list()).map(({ is_outdated }) => is_outdated)).toEqual([true, true])
  const replaced = await api.call(replaceSignRoute, { params: { sign_id: check.id } }, admin.token)
  expect((await scan(replaced.short_url)).path).toBe(`/l/${lot.public_id}/check`)
})

test('lets only admins of the lot list, print, and change its signs', async () => {
  const sign = await create('East gate')
  const other = await aLot(api)
  const theirs = await aMember(api, other.lot_id, 'SUPER_ADMIN')
  const patroller = await aMember(api, lot.lot_id, 'PATROLLER')
  for (const route of [replaceSignRoute, takeDownSignRoute, getSignScansRoute]) {
    const status = async (token: string) =>
      (await api.refusal(route, { params: { sign_id: sign.id } }, token)).status
    expect([await status(theirs.token), await status(patroller.token)]).toEqual([404, 403])
  }
  const printed = await api.refusal(
    getSignSheetRoute,
    { params: { lot_id: other.lot_id }, query: { layout: 'ONE', sign_ids: sign.id } },
    theirs.token,
  )
  expect(printed).toMatchObject({ status: 400, field: 'sign_ids' })
  const led = await api.refusal(
    createSignRoute,
    { params: { lot_id: other.lot_id }, body: { place: 'x', url: `/l/${lot.public_id}` } },
    theirs.token,
  )
  expect(led).toMatchObject({ status: 400, field: 'url' })
  expect((await api.refusal(listSignsRoute, inLot(), patroller.token)).status).toBe(403)
})

test('returns the same link to all concurrent replacements of a sign', async () => {
  const sign = await create('East gate')
  await rotatePublicId()
  const done = await Promise.all(
    Array.from({ length: 6 }, () =>
      api.call(replaceSignRoute, { params: { sign_id: sign.id } }, admin.token),
    ),
  )
  expect(new Set(done.map(({ short_url }) => short_url)).size).toBe(1)
})
