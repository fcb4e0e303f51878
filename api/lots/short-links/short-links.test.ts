import {
  minifyQrPngRoute,
  minifyQrSvgRoute,
  minifyRoute,
  scanShortLinkRoute,
} from '@openspot/contract/lots/qr.ts'
import { createSignRoute } from '@openspot/contract/lots/signs.ts'
import qrcode from 'qrcode'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { filePolicy } from '../../plugins/safe-headers.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aMember, type Person } from '../../testing/factories/people.ts'
import { readQr } from '../../testing/factories/short-links.ts'
import { qrMatrix, qrPath } from './qr.ts'

let api: TestApi
let lot: TestLot
let admin: Person
beforeAll(async () => {
  api = await testApi()
})
beforeEach(async () => {
  lot = await aLot(api, { name: 'Wells & "Sons" <b>Lot</b>' })
  admin = await aMember(api, lot.lot_id, 'ADMIN')
})
afterAll(() => api.close())

const ask = (url: string, lot_id = lot.lot_id) => ({ query: { lot_id, url } })
const make = (url: string) => api.call(minifyRoute, ask(url), admin.token)
const page = () => `/l/${lot.public_id}`
const scansOf = () =>
  api.deps.database.db
    .selectFrom('short_link_scans')
    .select(['scanned_on', 'scans', 'outdated_scans'])
    .where('lot_id', '=', lot.lot_id)
    .orderBy('scanned_on')
    .execute()

test('returns the same link for the same page in any form and concurrently', async () => {
  const { public_url } = api.app.settings
  const all = await Promise.all([page(), `${public_url}${page()}`, page(), page(), page(), page()].map(make))
  expect(new Set(all.map(({ code }) => code)).size).toBe(1)
  const [link] = all
  expect(link).toEqual({ code: link?.code, short_url: `${public_url}/q/${link?.code}`, path: page() })
  const spot = await make(`${page()}?spot_id=${lot.spot_ids[0]}`)
  expect(spot.code).not.toBe(link?.code)
  expect(await api.call(scanShortLinkRoute, { params: { code: spot.code } })).toEqual({ path: spot.path })
})

test('rejects a link to another lot, another lot’s spot, or another site with 400 on url', async () => {
  const other = await aLot(api)
  const refused = [
    `/l/${other.public_id}`,
    `/book/${other.public_id}`,
    `${page()}?spot_id=${other.spot_ids[0]}`,
    'https://evil.example/',
    `//evil.example${page()}`,
    'javascript:alert(1)',
  ]
  for (const url of refused) {
    expect(await api.refusal(minifyRoute, ask(url), admin.token)).toMatchObject({ status: 400, field: 'url' })
  }
  expect(
    (await api.refusal(minifyRoute, ask(`/l/${other.public_id}`, other.lot_id), admin.token)).status,
  ).toBe(403)
  const { db } = api.deps.database
  const row = { lot_id: lot.lot_id, code: 'abcdefghij', created_at: api.ports.now().toISOString() }
  for (const path of [
    '//evil.example',
    'https://evil.example',
    `${page()}\n`,
    `${page()}?next=//evil.example`,
  ]) {
    await expect(
      db
        .insertInto('short_links')
        .values({ ...row, path })
        .execute(),
    ).rejects.toThrow(/check/)
  }
})

test('returns an existing short link of the lot as it is, such as that of a sign, and refuses one of another lot', async () => {
  const sign = await api.call(
    createSignRoute,
    { params: { lot_id: lot.lot_id }, body: { place: 'Entrance', url: page() } },
    admin.token,
  )
  const { pathname } = new URL(sign.short_url)
  const links = () => api.deps.database.db.selectFrom('short_links').select('id').execute()
  const before = await links()
  for (const url of [pathname, sign.short_url]) {
    expect(await make(url)).toEqual({ code: pathname.slice(3), short_url: sign.short_url, path: page() })
  }
  const svg = await api.call(minifyQrSvgRoute, ask(pathname), admin.token)
  expect(await svg.text()).toContain(qrPath(qrMatrix(sign.short_url)))
  expect(await links()).toEqual(before)
  const other = await aLot(api)
  const stranger = await aMember(api, other.lot_id, 'ADMIN')
  for (const url of [pathname, '/q/nosuchcode', '/q/', `//evil.example${pathname}`]) {
    expect(await api.refusal(minifyRoute, ask(url, other.lot_id), stranger.token)).toMatchObject({
      status: 400,
      field: 'url',
    })
  }
})

test('creates no link for a cross-site GET with the admin’s cookie', async () => {
  const links = () =>
    api.deps.database.db.selectFrom('short_links').select('id').where('lot_id', '=', lot.lot_id).execute()
  for (const route of [minifyRoute, minifyQrPngRoute, minifyQrSvgRoute]) {
    const url = `${api.base}${route.url}?${new URLSearchParams(ask(page()).query)}`
    for (const site of ['cross-site', 'same-site']) {
      const answer = await fetch(url, {
        headers: { cookie: `openspot=${admin.token}`, 'sec-fetch-site': site },
      })
      expect(answer.status).toBe(403)
    }
    expect(await links()).toEqual([])
  }
  const url = `${api.base}${minifyRoute.url}?${new URLSearchParams(ask(page()).query)}`
  for (const site of ['same-origin', 'none']) {
    const answer = await fetch(url, {
      headers: { cookie: `openspot=${admin.token}`, 'sec-fetch-site': site },
    })
    expect(answer.status).toBe(200)
  }
})

test('encodes the short URL in the PNG and SVG codes at every size', async () => {
  const { short_url, code } = await make(page())
  for (const size of [100, 137, 600, 2000]) {
    const png = await api.call(minifyQrPngRoute, { query: { ...ask(page()).query, size } }, admin.token)
    const { data, info } = await sharp(Buffer.from(await png.arrayBuffer()))
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([size, size])
    expect(readQr((x, y) => (data[y * size + x] ?? 255) < 128, size)).toBe(short_url)
  }
  const svg = await api.call(minifyQrSvgRoute, ask(page()), admin.token)
  const text = await svg.text()
  expect(svg.name).toBe(`${code}.svg`)
  expect(text).toContain(qrPath(qrMatrix(short_url)))
  const { data, info } = await drawn(text)
  expect(readQr((x, y) => (data[y * info.width + x] ?? 255) < 128, info.width)).toBe(short_url)
  for (const size of [99, 2001, 1.5]) {
    const refused = await api.refusal(
      minifyQrPngRoute,
      { query: { ...ask(page()).query, size } },
      admin.token,
    )
    expect([refused.status, refused.field]).toEqual([400, 'size'])
  }
})

/** Draws the SVG's path as pixels; each run is one rectangle. */
async function drawn(svg: string) {
  const side = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1])
  const scale = 4
  const data = Buffer.alloc((side * scale) ** 2, 255)
  for (const [, x, y, run] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = 0; row < scale; row += 1) {
      const from = (Number(y) * scale + row) * side * scale + Number(x) * scale
      data.fill(0, from, from + Number(run) * scale)
    }
  }
  return { data, info: { width: side * scale } }
}

test('serves the SVG as an attachment without scripts and with the lot’s name escaped', async () => {
  const url = `${api.base}${minifyQrSvgRoute.url}?${new URLSearchParams(ask(page()).query)}`
  const answer = await fetch(url, { headers: { authorization: `Bearer ${admin.token}` } })
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-security-policy': filePolicy,
    'content-disposition': expect.stringMatching(/^attachment; filename="[A-Za-z0-9]{10}\.svg"$/),
    'x-content-type-options': 'nosniff',
  })
  const text = await answer.text()
  expect(text).toContain('<title>Wells &amp; &quot;Sons&quot; &lt;b&gt;Lot&lt;/b&gt;: http')
  expect(text).not.toContain('<b>')
})

test('counts every concurrent scan by the lot’s local day and stores nothing about who scanned', async () => {
  const { code } = await make(page())
  const scan = () => api.call(scanShortLinkRoute, { params: { code } })
  const day = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago' }).format(api.ports.now())
  const first = day()
  await Promise.all(Array.from({ length: 20 }, scan))
  expect(await scansOf()).toEqual([{ scanned_on: first, scans: 20, outdated_scans: 0 }])
  api.ports.advance({ hours: 24 })
  await scan()
  expect(await scansOf()).toEqual([
    { scanned_on: first, scans: 20, outdated_scans: 0 },
    { scanned_on: day(), scans: 1, outdated_scans: 0 },
  ])
  expect((await api.refusal(scanShortLinkRoute, { params: { code: 'nosuchcode' } })).status).toBe(404)
  const { rows } = await api.deps.database.pool.query<{ column_name: string }>(
    `select column_name from information_schema.columns where table_name = 'short_link_scans' order by 1`,
  )
  expect(rows.map(({ column_name }) => column_name)).toEqual([
    'lot_id',
    'outdated_scans',
    'scanned_on',
    'scans',
    'short_link_id',
  ])
})

test('reads codes written by the library with our test reader', () => {
  for (const text of ['https://a.example/q/0123456789', 'x', 'http://localhost:8080/q/ABCDEFGHIJ']) {
    const { modules } = qrcode.create(text, { errorCorrectionLevel: 'M' })
    const side = modules.size + 8
    const isDark = (x: number, y: number) =>
      x >= 4 && y >= 4 && x < side - 4 && y < side - 4 && modules.get(y - 4, x - 4) === 1
    expect(readQr(isDark, side)).toBe(text)
  }
})
