import { setLogoRoute, uploadMapImageRoute } from '@openspot/contract/lots/files.ts'
import { exportLotRoute, importLotRoute, type LotExport } from '@openspot/contract/lots/lot-export.ts'
import { createMapRoute, listMapsRoute } from '@openspot/contract/lots/maps.ts'
import { createRedirectRoute } from '@openspot/contract/lots/redirects.ts'
import { createSignRoute, listSignsRoute } from '@openspot/contract/lots/signs.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aPicture } from '../../testing/factories/files.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aMember, aPerson, type Person } from '../../testing/factories/people.ts'

let api: TestApi
let lot: TestLot
let other: TestLot
let owner: Person
let document: LotExport
beforeAll(async () => {
  api = await testApi()
  lot = await aLot(api)
  other = await aLot(api, { name: 'Old Lot' })
  owner = await aMember(api, lot.lot_id, 'SUPER_ADMIN')
  await api.deps.database.pool.query(
    `insert into memberships (id, lot_id, user_id, role, status, created_at)
     values ($1, $2, $3, 'SUPER_ADMIN', 'ACTIVE', now())`,
    [api.ports.id(), other.lot_id, owner.user_id],
  )
  const params = { lot_id: lot.lot_id }
  const upload = async ({ method, url }: { method: string; url: string }) => {
    const form = new FormData()
    form.append(
      'image',
      new Blob([Buffer.from(await aPicture(800, 600).png().toBuffer())], { type: 'image/png' }),
      'level.png',
    )
    const headers = { authorization: `Bearer ${owner.token}` }
    const answer = await fetch(api.base + url.replace(':lot_id', lot.lot_id), { method, body: form, headers })
    return (await answer.json()) as { id: string; width: number; height: number }
  }
  const picture = await upload(uploadMapImageRoute)
  await upload(setLogoRoute)
  const spot = { spot_id: lot.spot_ids[1] ?? '', x: 100, y: 50, width: 40, height: 80, rotation: 90 }
  const { width, height } = picture
  const body = { name: 'Level 1', position: 1, file_id: picture.id, width, height }
  await api.call(
    createMapRoute,
    { params, body: { ...body, spots: [{ ...spot, outline: null }] } },
    owner.token,
  )
  const signs = {
    Entrance: `/l/${lot.public_id}`,
    Pillar: `/l/${lot.public_id}?spot_id=${lot.spot_ids[2]}`,
    Gate: `/l/${lot.public_id}?gate_id=${lot.spot_ids[2]}`,
  }
  for (const [place, url] of Object.entries(signs))
    await api.call(createSignRoute, { params, body: { place, url } }, owner.token)
  await api.call(createRedirectRoute, { params, body: { from_lot_id: other.lot_id } }, owner.token)
  document = await api.call(exportLotRoute, { params, query: {} }, owner.token)
})
afterAll(() => api.close())

const open = (changed: LotExport, who: Person) =>
  api.call(importLotRoute, { body: { document: changed } }, who.token)

test('an export has the maps with their pictures, the logo, the signs, and the redirects', async () => {
  const [map] = document.maps ?? []
  expect(map).toMatchObject({
    name: 'Level 1',
    width: 800,
    height: 600,
    picture_opacity_percent: 100,
    shows_picture: true,
    spots: [{ spot: 'A2', x: 100, y: 50 }],
  })
  const picture = await sharp(Buffer.from(map?.picture ?? '', 'base64')).metadata()
  expect(picture).toMatchObject({ format: 'webp', width: 800, height: 600 })
  expect(document.logo).not.toBeNull()
  expect(document.pictures_left_out).toBe(0)
  expect(document.signs).toEqual([
    { place: 'Entrance', leads_to: 'LOT', spot: null },
    { place: 'Gate', leads_to: 'GATE', spot: null },
    { place: 'Pillar', leads_to: 'SPOT', spot: 'A3' },
  ])
  expect(document.redirects).toEqual([{ public_id: other.public_id, name: 'Old Lot' }])
})

test('a lot that is created from it has the pictures and new signs; what belongs to the old lot is counted', async () => {
  const person = await aPerson(api)
  const { lot: made, ...left } = await open(document, person)
  expect(left).toEqual({ people_left_out: 0, signs: 2, signs_left_out: 1, redirects_left_out: 1 })
  expect(made.logo_url).not.toBeNull()
  const params = { lot_id: made.id }
  const { items: maps } = await api.call(listMapsRoute, { params }, person.token)
  expect(maps).toMatchObject([
    { name: 'Level 1', width: 800, spots: [{ label: 'A2', x: 100, rotation: 90 }] },
  ])
  const picture = await fetch(api.base + (maps[0]?.picture?.url ?? ''), {
    headers: { authorization: `Bearer ${person.token}` },
  })
  expect(await sharp(Buffer.from(await picture.arrayBuffer())).metadata()).toMatchObject({ width: 800 })
  const { items: signs } = await api.call(listSignsRoute, { params }, person.token)
  expect(signs.map(({ place, leads_to, is_outdated }) => ({ place, leads_to, is_outdated }))).toEqual([
    { place: 'Entrance', leads_to: 'LOT', is_outdated: false },
    { place: 'Pillar', leads_to: 'SPOT', is_outdated: false },
  ])
  const old = await api.call(listSignsRoute, { params: { lot_id: lot.lot_id } }, owner.token)
  const codes = new Set([...signs, ...old.items].map(({ short_url }) => short_url))
  expect(codes.size).toBe(5)
})

test('a document of an earlier version, without these parts, still makes a lot', async () => {
  const {
    logo: _logo,
    maps: _maps,
    signs: _signs,
    redirects: _redirects,
    pictures_left_out: _,
    ...older
  } = document
  expect(await open(older, await aPerson(api))).toMatchObject({ signs: 0, signs_left_out: 0 })
})

test.each<[string, (document: LotExport) => void, string]>([
  [
    'a picture that is none',
    (d) => Object.assign(d.maps?.[0] ?? {}, { picture: Buffer.from('<svg/>').toString('base64') }),
    'document.maps.0.picture',
  ],
  [
    'a map of another size than its picture',
    (d) => Object.assign(d.maps?.[0] ?? {}, { width: 900 }),
    'document.maps.0.width',
  ],
  [
    'a spot on a map that is not in it',
    (d) => Object.assign(d.maps?.[0]?.spots[0] ?? {}, { spot: 'Z9' }),
    'document.maps.0.spots.0.spot',
  ],
  ['two maps with one name', (d) => d.maps?.push(...d.maps), 'document.maps.1.name'],
  ['two signs at one place', (d) => d.signs?.push(...d.signs.slice(0, 1)), 'document.signs.3.place'],
])('rejects a document with %s, names the place, and creates nothing', async (_, spoil, field) => {
  const changed = structuredClone(document)
  spoil(changed)
  const person = await aPerson(api)
  const refused = await api.refusal(importLotRoute, { body: { document: changed } }, person.token)
  expect(refused).toMatchObject({ field })
  expect([400, 422]).toContain(refused.status)
  const { rows } = await api.deps.database.pool.query('select from memberships where user_id = $1', [
    person.user_id,
  ])
  expect(rows).toHaveLength(0)
})
