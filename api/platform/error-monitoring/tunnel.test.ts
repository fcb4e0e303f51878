import { randomBytes } from 'node:crypto'
import { deflateSync, gzipSync } from 'node:zlib'
import {
  getErrorEventRoute,
  getErrorGroupRoute,
  getErrorMonitoringRoute,
  listErrorGroupsRoute,
  muteErrorRoute,
  resolveErrorRoute,
} from '@openspot/contract/platform/error-monitoring.ts'
import {
  getReplayRoute,
  listReplaySegmentsRoute,
  listReplaysRoute,
} from '@openspot/contract/platform/replays.ts'
import {
  ERROR_DAYS,
  MAX_ENVELOPE_INFLATED_BYTES,
  MAX_EVENTS_OF_GROUP,
  REPLAY_DAYS,
} from '@openspot/core/error-monitoring/limits.ts'
import { parseEnvelope as decodeWithSentry, serializeEnvelope } from '@sentry/core'
import { createTransport, defaultStackParser, NodeClient, Scope } from '@sentry/node'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { purgeExpired } from '../../jobs/purge-expired.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aStoredError } from '../../testing/factories/errors.ts'
import { aPerson, type Person } from '../../testing/factories/people.ts'
import { parseEnvelope } from './envelope.ts'

let api: TestApi
let admin: Person
beforeAll(async () => {
  api = await testApi()
  admin = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
})
afterAll(() => api.close())
beforeEach(async () => {
  // Saves what other tests left in memory.
  await overview()
  await api.deps.database.pool.query('delete from error_groups')
  await api.deps.database.pool.query('delete from replays')
  await api.deps.database.pool.query('delete from error_intake')
  await api.deps.database.pool.query('delete from error_drops')
})

const post = (body: Uint8Array | string, headers: Record<string, string> = {}, query = 'o=1&p=1') =>
  fetch(`${api.base}/m?${query}`, { method: 'POST', headers, body: body as BodyInit })

const hexId = () => randomBytes(16).toString('hex')
const envelopeOf = (header: object, ...items: [object, string | Buffer][]) =>
  Buffer.concat([
    Buffer.from(JSON.stringify(header)),
    ...items.flatMap(([item, payload]) => [
      Buffer.from(`\n${JSON.stringify({ ...item, length: Buffer.byteLength(payload) })}\n`),
      Buffer.from(payload),
    ]),
  ])
const eventEnvelope = (more: Record<string, unknown> = {}) => {
  const event_id = hexId()
  const event = {
    event_id,
    platform: 'javascript',
    environment: 'local',
    release: '1.0.0',
    timestamp: api.ports.now().getTime() / 1000,
    exception: {
      values: [
        {
          type: 'TypeError',
          value: 'total is undefined',
          stacktrace: {
            frames: [
              { filename: '/_next/static/chunks/1a2b3c4d5e.js', function: 'pay', lineno: 1, colno: 9 },
            ],
          },
        },
      ],
    },
    ...more,
  }
  return envelopeOf({ event_id }, [{ type: 'event' }, JSON.stringify(event)])
}

const groups = async (query: Record<string, string> = {}) =>
  (await api.call(listErrorGroupsRoute, { query }, admin.token)).items
const onlyGroup = async () => {
  const [group, ...more] = await groups()
  expect(more).toEqual([])
  if (!group) throw new Error('There is no group.')
  return group
}
const overview = () => api.call(getErrorMonitoringRoute, {}, admin.token)

/** The real SDK of servers, sending to the tunnel. */
function sentry() {
  const sent: (string | Uint8Array)[] = []
  const client = new NodeClient({
    dsn: 'https://openspot@o1.ingest.example/1',
    tunnel: `${api.base}/m?o=1&p=1`,
    release: '1.0.0',
    environment: 'local',
    integrations: [],
    stackParser: defaultStackParser,
    transport: (options) =>
      createTransport(options, async ({ body }) => {
        sent.push(body)
        const { status } = await post(body)
        return { statusCode: status }
      }),
  })
  client.init()
  const scope = new Scope()
  scope.setClient(client)
  return { client, scope, sent }
}

test('stores what the SDK of Sentry sends, and an independent decoder reads the same', async () => {
  const { client, scope, sent } = sentry()
  scope.setUser({ id: 'person-1', email: 'ada@people.example' })
  scope.addBreadcrumb({ category: 'fetch', message: 'GET /api/v1/users/me?token=abc123' })
  scope.captureException(new RangeError('Card 4242 4242 4242 4242 of ada@people.example was refused'))
  await client.flush(2_000)
  const group = await onlyGroup()
  expect(group).toMatchObject({
    title: 'RangeError: Card [number] of [email] was refused',
    status: 'OPEN',
    event_count: 1,
    people_count: 1,
    first_release: '1.0.0',
  })
  const detail = await api.call(getErrorGroupRoute, { params: { error_group_id: group.id } }, admin.token)
  const [latest] = detail.latest_events
  expect(detail.days.at(-1)?.count).toBe(1)
  const event = await api.call(
    getErrorEventRoute,
    { params: { error_group_id: group.id, error_event_id: latest?.id ?? '' } },
    admin.token,
  )
  expect(event.exceptions[0]?.frames[0]?.file).toContain('tunnel.test.ts')
  expect(event.breadcrumbs).toMatchObject([
    { category: 'fetch', message: 'GET /api/v1/users/me?token=[masked]' },
  ])
  expect(JSON.stringify(event)).not.toMatch(/ada@|4242 4242|person-1|abc123/)

  const body = Buffer.from(sent[0] ?? '')
  const [header, items] = decodeWithSentry(body)
  const ours = parseEnvelope(body)
  expect(ours.header).toEqual(header)
  expect(ours.items.map((item) => [item.header, JSON.parse(item.payload.toString('utf8'))])).toEqual(items)
  expect(latest?.id.replaceAll('-', '')).toBe(header.event_id)
})

test('counts an event that is sent twice once', async () => {
  const envelope = eventEnvelope()
  for (let nth = 0; nth < 2; nth++) expect((await post(envelope)).status).toBe(200)
  expect(await onlyGroup()).toMatchObject({ event_count: 1 })
})

test('groups events by their fingerprint, then by their stack, then by their text', async () => {
  await post(eventEnvelope())
  // The same code in another build.
  const frames = [{ filename: '/_next/static/chunks/99ffaa8877.js', function: 'pay', lineno: 7, colno: 1 }]
  await post(
    eventEnvelope({
      exception: { values: [{ type: 'TypeError', value: 'other text', stacktrace: { frames } }] },
    }),
  )
  expect(await onlyGroup()).toMatchObject({ event_count: 2, title: 'TypeError: other text' })
  await post(eventEnvelope({ fingerprint: ['checkout'] }))
  await post(eventEnvelope({ exception: undefined, message: 'Took 120 ms' }))
  await post(eventEnvelope({ exception: undefined, message: 'Took 95 ms' }))
  expect((await groups()).map(({ event_count }) => event_count).toSorted((a, b) => a - b)).toEqual([1, 2, 2])
})

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
] as const)('reads an envelope compressed with %s', async (encoding, compress) => {
  expect((await post(compress(eventEnvelope()), { 'content-encoding': encoding })).status).toBe(200)
  await onlyGroup()
})

test.each<[string, () => Uint8Array | string, Record<string, string>, number]>([
  ['no JSON', () => 'hello', {}, 400],
  ['nothing', () => '', {}, 400],
  ['a length beyond its end', () => '{}\n{"type":"event","length":100}\n{}', {}, 400],
  ['a negative length', () => '{}\n{"type":"event","length":-1}\n{}', {}, 400],
  ['an item without a type', () => '{}\n{}\n{}', {}, 400],
  ['an event without an ID', () => '{}\n{"type":"event"}\n{}', {}, 400],
  ['broken compression', () => 'hello', { 'content-encoding': 'gzip' }, 400],
  ['an unknown encoding', () => 'hello', { 'content-encoding': 'zip' }, 400],
  ['too many items', () => `{}${'\n{"type":"session"}\n{}'.repeat(101)}`, {}, 413],
  [
    'a decompression bomb',
    () => gzipSync(Buffer.alloc(MAX_ENVELOPE_INFLATED_BYTES + 1)),
    { 'content-encoding': 'gzip' },
    413,
  ],
  ['too many bytes', () => Buffer.alloc(4_000_001), {}, 413],
])('refuses an envelope with %s', async (_name, body, headers, status) => {
  expect((await post(body(), headers)).status).toBe(status)
  expect(await groups()).toEqual([])
})

test('counts what it could not read', async () => {
  await post('hello')
  expect(await overview()).toMatchObject({
    received: { events: 0 },
    drops: [{ on: '2026-03-02', reason: 'UNREADABLE', count: 1 }],
  })
})

test.each(['o=2&p=1', 'o=1&p=2', 'o=1'])('refuses the IDs of others: %s', async (query) => {
  expect((await post(eventEnvelope(), {}, query)).status).toBe(400)
  expect(await groups()).toEqual([])
})

test('stores odd values without failing', async () => {
  const odd = {
    level: 7,
    release: ['x'],
    tags: [1],
    contexts: 'x',
    user: null,
    request: { url: 'http://[' },
    breadcrumbs: {},
  }
  for (const more of [odd, { message: 'a\u0000b \ud800', exception: { values: [null, { type: {} }] } }])
    expect((await post(eventEnvelope(more))).status).toBe(200)
  expect((await groups()).length).toBeGreaterThan(0)
})

test('opens a resolved error again in a later release only', async () => {
  await post(eventEnvelope({ release: '1.0.0' }))
  const { id } = await onlyGroup()
  await api.call(
    resolveErrorRoute,
    { params: { error_group_id: id }, body: { reopens_on: 'LATER_RELEASE' } },
    admin.token,
  )
  api.ports.advance({ minutes: 1 })
  // An old page reports it once more.
  await post(eventEnvelope({ release: '1.0.0' }))
  expect(await onlyGroup()).toMatchObject({
    status: 'RESOLVED',
    event_count: 2,
    resolved_in_release: '1.0.0',
  })
  api.ports.advance({ minutes: 1 })
  await post(eventEnvelope({ release: '1.1.0' }))
  expect(await onlyGroup()).toMatchObject({ status: 'OPEN', is_regression: true, event_count: 3 })
  const { activity } = await api.call(getErrorGroupRoute, { params: { error_group_id: id } }, admin.token)
  expect(activity.map(({ kind, by_name, release }) => [kind, by_name === null, release])).toEqual([
    ['REOPENED', true, '1.1.0'],
    ['RESOLVED', false, '1.0.0'],
  ])
})

test('keeps a muted error muted until its time, and counts it', async () => {
  await post(eventEnvelope())
  const { id } = await onlyGroup()
  const until = new Date(api.ports.now().getTime() + 3_600_000).toISOString()
  await api.call(muteErrorRoute, { params: { error_group_id: id }, body: { until } }, admin.token)
  await post(eventEnvelope())
  expect(await onlyGroup()).toMatchObject({ status: 'MUTED', event_count: 2, muted_until: until })
  api.ports.advance({ hours: 1, minutes: 1 })
  expect(await groups({ status: 'OPEN' })).toHaveLength(1)
  await post(eventEnvelope())
  expect(await onlyGroup()).toMatchObject({ status: 'OPEN', is_regression: false, event_count: 3 })
})

test(`keeps the latest ${MAX_EVENTS_OF_GROUP} events of an error, and counts all`, async () => {
  await post(eventEnvelope())
  const { id } = await onlyGroup()
  await api.deps.database.pool.query(
    `insert into error_events (id, group_id, received_at, occurred_at, title, source, level, environment, page, browser, content)
     select gen_random_uuid(), $1, $2::timestamptz - n * interval '1 second', $2, 'x', 'API', 'ERROR', 'local', '', '', '{}'
     from generate_series(1, $3) n`,
    [id, api.ports.now().toISOString(), MAX_EVENTS_OF_GROUP],
  )
  api.ports.advance({ minutes: 1 })
  await post(eventEnvelope())
  const { rows } = await api.deps.database.pool.query<{ count: number }>(
    'select count(*)::int as count from error_events',
  )
  expect(rows[0]?.count).toBe(MAX_EVENTS_OF_GROUP)
  expect(await onlyGroup()).toMatchObject({ event_count: 2 })
})

test('stores a replay with the error that it shows, and masks what Sentry adds to it', async () => {
  const replay_id = hexId()
  const at = api.ports.now().getTime()
  const error = eventEnvelope({ tags: { replayId: replay_id } })
  await post(error)
  const error_id = (parseEnvelope(error).header as { event_id: string }).event_id
  const events = [
    {
      type: 4,
      timestamp: at,
      data: { href: 'https://openspot.example/book?email=ada@people.example', width: 390, height: 844 },
    },
    {
      type: 2,
      timestamp: at,
      data: { node: { type: 0, childNodes: [], id: 1 }, initialOffset: { left: 0, top: 0 } },
    },
    {
      type: 5,
      timestamp: at,
      data: { tag: 'breadcrumb', payload: { category: 'console', message: 'for ada@people.example' } },
    },
  ]
  for (const segment_id of [0, 1]) {
    const event = {
      replay_id,
      segment_id,
      replay_type: 'buffer',
      replay_start_timestamp: at / 1000,
      timestamp: at / 1000 + 5 * (segment_id + 1),
      urls: segment_id === 0 ? ['https://openspot.example/book?a=b'] : [],
      error_ids: [error_id],
      trace_ids: [],
      environment: 'local',
    }
    const recording = Buffer.concat([
      Buffer.from(`${JSON.stringify({ segment_id })}\n`),
      segment_id === 0 ? deflateSync(JSON.stringify(events)) : Buffer.from(JSON.stringify(events)),
    ])
    // Serialized by the SDK itself.
    const body = serializeEnvelope([
      { event_id: replay_id, sent_at: new Date(at).toISOString() },
      [
        [{ type: 'replay_event' }, event],
        [{ type: 'replay_recording', length: recording.length }, recording],
      ],
    ] as never)
    expect((await post(body)).status).toBe(200)
  }
  const { items } = await api.call(listReplaysRoute, { query: {} }, admin.token)
  expect(items).toMatchObject([
    { kind: 'BUFFER', pages: ['/book'], error_count: 1, segment_count: 2, duration_seconds: 10 },
  ])
  const id = items[0]?.id ?? ''
  const replay = await api.call(getReplayRoute, { params: { replay_id: id } }, admin.token)
  expect(replay.errors).toMatchObject([{ title: 'TypeError: total is undefined' }])
  expect(replay.segments.map(({ number }) => number)).toEqual([0, 1])
  const given = await api.call(listReplaySegmentsRoute, { params: { replay_id: id }, query: {} }, admin.token)
  expect(given).toMatchObject({ segments: [{ number: 0 }, { number: 1 }], next_from: null })
  expect(given.segments[0]?.events).toHaveLength(3)
  expect(given.segments[0]?.events[1]).toEqual(events[1])
  expect(JSON.stringify(given)).not.toContain('ada@')
  expect(await onlyGroup()).toMatchObject({ replay_count: 1 })
})

test('refuses a recording that is a decompression bomb', async () => {
  const recording = Buffer.concat([Buffer.from('{"segment_id":0}\n'), deflateSync(Buffer.alloc(20_000_001))])
  const body = envelopeOf(
    {},
    [{ type: 'replay_event' }, JSON.stringify({ replay_id: hexId() })],
    [{ type: 'replay_recording' }, recording],
  )
  expect((await post(body)).status).toBe(413)
  expect((await overview()).replay_count).toBe(0)
})

test('assigns an error only to platform administrators', async () => {
  await post(eventEnvelope())
  const params = { error_group_id: (await onlyGroup()).id }
  const driver = await aPerson(api)
  const assign = (user_id: string | null) =>
    fetch(`${api.base}/api/v2/platform/errors/${params.error_group_id}/assignee`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ user_id }),
    })
  expect((await assign(driver.user_id)).status).toBe(400)
  expect((await onlyGroup()).assignee).toBeNull()
  expect((await assign(admin.user_id)).status).toBe(200)
  expect(await groups({ assigned_to: 'ME' })).toHaveLength(1)
  expect(await groups({ assigned_to: 'NOBODY' })).toHaveLength(0)
})

test('deletes errors and replays after their time', async () => {
  await aStoredError(api)
  api.ports.advance({ days: REPLAY_DAYS, minutes: 1 })
  await purgeExpired({ ...api.deps.database, ports: api.ports }, api.deps.settings)
  admin = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
  expect(await overview()).toMatchObject({ replay_count: 0, statuses: { OPEN: 1 } })
  api.ports.advance({ days: ERROR_DAYS - REPLAY_DAYS })
  await purgeExpired({ ...api.deps.database, ports: api.ports }, api.deps.settings)
  admin = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
  expect(await overview()).toMatchObject({ statuses: { OPEN: 0 } })
})
