import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import {
  getErrorEventRoute,
  getErrorGroupRoute,
  listErrorGroupsRoute,
} from '@openspot/contract/platform/error-monitoring.ts'
import { SOURCE_MAP_DAYS } from '@openspot/core/error-monitoring/limits.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { purgeExpired } from '../../jobs/purge-expired.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aPerson, type Person } from '../../testing/factories/people.ts'
import { builtFileOf, MapFinder } from './find-map.ts'
import { storeMaps } from './store-maps.ts'

let api: TestApi
let admin: Person
let folder: string
beforeAll(async () => {
  api = await testApi()
  admin = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
  folder = mkdtempSync(path.join(tmpdir(), 'openspot-maps-'))
})
afterAll(async () => {
  await api.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => api.deps.database.pool.query('delete from error_groups'))

/** Column 10 of line 1 is line 2, column 3 of our file, and column 20 is in a library. */
const map = {
  version: 3,
  sources: ['web/lib/pay.ts', 'node_modules/react/index.js'],
  sourcesContent: ['export function pay(total) {\n  return total.cents\n}\n', null],
  names: [],
  mappings: 'SACE,UCDF',
}
function build(file: string): void {
  const target = path.join(folder, `${file}.map.gz`)
  mkdirSync(path.dirname(target), { recursive: true })
  writeFileSync(target, gzipSync(JSON.stringify(map)))
}

const id = () => api.ports.random(16).toString('hex')
async function report(frames: object[]) {
  const event = {
    event_id: id(),
    platform: 'javascript',
    exception: { values: [{ type: 'TypeError', value: 'total is undefined', stacktrace: { frames } }] },
  }
  const header = JSON.stringify({ event_id: event.event_id })
  const body = `${header}\n{"type":"event"}\n${JSON.stringify(event)}\n`
  expect((await fetch(`${api.base}/m?o=1&p=1`, { method: 'POST', body })).status).toBe(200)
}
async function events() {
  const { items } = await api.call(listErrorGroupsRoute, { query: {} }, admin.token)
  return Promise.all(
    items.map(async ({ id: error_group_id }) => {
      const group = await api.call(getErrorGroupRoute, { params: { error_group_id } }, admin.token)
      const error_event_id = group.latest_events[0]?.id ?? ''
      const event = await api.call(
        getErrorEventRoute,
        { params: { error_group_id, error_event_id } },
        admin.token,
      )
      return { ...event, culprit: group.culprit, event_count: group.event_count }
    }),
  )
}
const at = (file: string, colno: number, name = 'e') => ({
  filename: `https://openspot.example/_next/${file}`,
  function: name,
  lineno: 1,
  colno,
  in_app: true,
})

test('errors of two builds with the same cause are one error, in our files and lines, also when the builds are gone', async () => {
  for (const file of ['static/chunks/1a.js', 'static/chunks/2b.js']) build(file)
  await storeMaps(api.deps, '1.0.0', folder)
  await report([at('static/chunks/1a.js', 21, 'r'), at('static/chunks/1a.js', 12)])
  api.ports.advance({ minutes: 1 })
  await report([at('static/chunks/2b.js', 25, 'q'), at('static/chunks/2b.js', 10, 'x')])
  const [event, ...others] = await events()
  expect(others).toEqual([])
  expect(event).toMatchObject({ event_count: 2, culprit: 'pay' })
  expect(event?.exceptions[0]?.frames).toMatchObject([
    {
      file: 'web/lib/pay.ts',
      function: 'pay',
      line: 2,
      column: 3,
      is_ours: true,
      is_source_mapped: true,
      context: [
        { line: 1, is_current: false },
        { line: 2, text: '  return total.cents', is_current: true },
        { line: 3 },
        { line: 4 },
      ],
      generated: { file: 'https://openspot.example/_next/static/chunks/2b.js', line: 1, column: 10 },
    },
    { file: 'node_modules/react/index.js', is_ours: false, is_source_mapped: true, context: [] },
  ])
})

test('a file without a source map is shown as it ran', async () => {
  await report([at('static/chunks/unknown.js', 12, 'pay')])
  const [event] = await events()
  expect(event?.exceptions[0]?.frames).toMatchObject([
    {
      file: 'https://openspot.example/_next/static/chunks/unknown.js',
      function: 'pay',
      is_source_mapped: false,
    },
  ])
})

test.each([
  ['https://a.example/_next/static/chunks/0-_7tan.js', 'static/chunks/0-_7tan.js'],
  ['/srv/openspot/web/.next/server/chunks/ssr/[root]_1._.js', 'server/chunks/ssr/[root]_1._.js'],
  ['https://a.example/_next/static/chunks/%5Broot%5D.js?v=1', null],
  ['https://a.example/_next/static/../../../etc/x.js', null],
  ['https://a.example/_next/static/%2e%2e/%2e%2e/secrets.js', null],
  ['https://a.example/_next/static/x.css', null],
  ['api/money/payments/pay.ts', null],
  [`/_next/static/${'a'.repeat(400)}.js`, null],
])('the built file of %j is %j', (file, name) => {
  expect(builtFileOf(file)).toBe(name)
})

test('a flood of errors with different files reads at most 120 maps a minute', async () => {
  let read = 0
  const pool = { query: async () => (read++, { rows: [] }) } as never
  const finder = new MapFinder(folder)
  const now = api.ports.now()
  for (let nth = 0; nth < 500; nth++) await finder.find(pool, `static/chunks/none-${nth}.js`, now)
  expect(read).toBe(120)
  await finder.find(pool, 'static/chunks/other.js', new Date(now.getTime() + 60_000))
  expect(read).toBe(121)
})

test('a damaged map is as good as none', async () => {
  writeFileSync(path.join(folder, 'static/chunks/bad.js.map.gz'), 'no gzip')
  expect(
    await new MapFinder(folder).find(api.deps.database.pool, 'static/chunks/bad.js', api.ports.now()),
  ).toBeNull()
})

test(`maps are stored once, and deleted ${SOURCE_MAP_DAYS} days after a server with them started last`, async () => {
  const { pool, db } = api.deps.database
  const count = async () => (await pool.query<{ file: string }>('select file from source_maps')).rows.length
  rmSync(path.join(folder, 'static/chunks/bad.js.map.gz'), { force: true })
  await storeMaps(api.deps, '1.0.0', folder)
  const before = await count()
  rmSync(path.join(folder, 'static/chunks/1a.js.map.gz'))
  api.ports.advance({ hours: 24 * (SOURCE_MAP_DAYS - 1) })
  await storeMaps(api.deps, '1.1.0', folder)
  expect(await count()).toBe(before)
  api.ports.advance({ hours: 48 })
  await purgeExpired({ db, pool, ports: api.ports }, { environment: 'local' })
  expect(await count()).toBe(before - 1)
  // Without a build there is nothing to store, which is no failure.
  await storeMaps(api.deps, '1.1.0', path.join(folder, 'none'))
  expect(api.lines).toEqual([])
})
