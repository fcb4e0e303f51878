import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import type { Output } from '@openspot/contract/call.ts'
import { getErrorMonitoringRoute } from '@openspot/contract/platform/error-monitoring.ts'
import { listReplaySegmentsRoute } from '@openspot/contract/platform/replays.ts'
import { monitoring } from '@openspot/core/error-monitoring/constants.ts'
import {
  MAX_COUNTS_OF_DAY,
  MAX_EVENT_BYTES,
  MAX_EVENT_BYTES_OF_DAY,
  MAX_NEW_ERRORS_OF_DAY,
  MAX_NEW_ERRORS_OF_HOUR,
  MAX_NEW_RELEASES_OF_DAY,
  MAX_REPLAY_BYTES_OF_DAY,
  MAX_REPLAY_SEGMENTS,
  MIN_SEGMENT_BYTES,
  SEGMENT_BYTES_AT_ONCE,
} from '@openspot/core/error-monitoring/limits.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aPerson, type Person } from '../../testing/factories/people.ts'

let api: TestApi
let admin: Person
beforeEach(async () => {
  api = await testApi()
  admin = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
})
afterEach(() => api.close())

const hexId = () => randomBytes(16).toString('hex')
let sender = 0
/** Posts from many addresses, and not more in a second than all of them may. */
async function post(items: [type: string, content: object][]): Promise<number> {
  sender++
  if (sender % monitoring.max_events_per_second === 0) api.ports.advance({ seconds: 1 })
  const body = [
    '{}',
    ...items.flatMap(([type, content]) => [JSON.stringify({ type }), JSON.stringify(content)]),
  ]
  const { status } = await fetch(`${api.base}/m?o=1&p=1`, {
    method: 'POST',
    headers: { 'x-forwarded-for': `192.0.2.${sender % 250}` },
    body: body.join('\n'),
  })
  return status
}
const postError = (fingerprint: string, more: object = {}) =>
  post([['event', { event_id: hexId(), message: 'Failed', fingerprint: [fingerprint], ...more }]])
/** A recording is a line with its number, and its events. */
const postSegment = async (replay_id: string, segment_id: number) => {
  const recording = `{"segment_id":${segment_id}}\n[]`
  const lines = [
    '{}',
    '{"type":"replay_event"}',
    JSON.stringify({ replay_id }),
    JSON.stringify({ type: 'replay_recording', length: recording.length }),
    recording,
  ]
  const { status } = await fetch(`${api.base}/m?o=1&p=1`, { method: 'POST', body: lines.join('\n') })
  return status
}
/** A recording with one event, that is at least so large as it is stored. */
const recordingOf = (bytes: number) =>
  deflateSync(JSON.stringify([{ type: 3, timestamp: 0, data: randomBytes(bytes).toString('base64') }]))
const dropped = async () =>
  Object.fromEntries(
    (await api.call(getErrorMonitoringRoute, {}, admin.token)).drops.map(({ reason, count }) => [
      reason,
      count,
    ]),
  )
const count = async (table: string) =>
  (await api.deps.database.pool.query<{ count: number }>(`select count(*)::int as count from ${table}`))
    .rows[0]?.count

test('a storm of errors that were not known fills no database: known ones go on, the others count as dropped', async () => {
  for (let nth = 0; nth < MAX_NEW_ERRORS_OF_HOUR + 5; nth++) expect(await postError(`error ${nth}`)).toBe(200)
  expect(await count('error_groups')).toBe(MAX_NEW_ERRORS_OF_HOUR)
  expect(await postError('error 0')).toBe(200)
  expect(await count('error_events')).toBe(MAX_NEW_ERRORS_OF_HOUR + 1)
  expect(await dropped()).toEqual({ NEW_ERRORS: 5 })
  api.ports.advance({ hours: 1 })
  await postError('error of the next hour')
  expect(await count('error_groups')).toBe(MAX_NEW_ERRORS_OF_HOUR + 1)

  await api.deps.database.pool.query('update rate_limits set hits = $1 where bucket = $2', [
    MAX_NEW_ERRORS_OF_DAY,
    'new errors of the day',
  ])
  api.ports.advance({ hours: 1 })
  await postError('one more on this day')
  expect(await count('error_groups')).toBe(MAX_NEW_ERRORS_OF_HOUR + 1)
  api.ports.advance({ days: 1 })
  await postError('one on the next day')
  expect(await count('error_groups')).toBe(MAX_NEW_ERRORS_OF_HOUR + 2)
})

test('drops events when the bytes of the day are used up, also those of known errors', async () => {
  await postError('known')
  await api.deps.database.pool.query('update error_intake set event_bytes = $1', [MAX_EVENT_BYTES_OF_DAY - 1])
  await postError('known')
  await postError('known')
  expect(await count('error_events')).toBe(2)
  expect(await dropped()).toEqual({ EVENT_BYTES: 1 })
})

test('drops an event that is too large, and keeps the others of its envelope', async () => {
  const event = { event_id: hexId(), message: 'x'.repeat(MAX_EVENT_BYTES) }
  expect(
    await post([
      ['event', event],
      ['event', { event_id: hexId(), message: 'small' }],
    ]),
  ).toBe(200)
  expect(await count('error_events')).toBe(1)
  expect(await dropped()).toEqual({ TOO_LARGE: 1 })
})

test('invented names of releases fill no database: some are kept, and all events are counted', async () => {
  const all = MAX_NEW_RELEASES_OF_DAY + 5
  for (let nth = 0; nth < all; nth++) await postError('one', { release: `1.0.${nth}` })
  expect(await count('error_releases')).toBe(MAX_NEW_RELEASES_OF_DAY)
  expect(await count('error_counts')).toBe(MAX_COUNTS_OF_DAY + 1)
  const { rows } = await api.deps.database.pool.query('select sum(event_count)::int as sum from error_counts')
  expect(rows).toEqual([{ sum: all }])
})

test('drops segments beyond the length of a replay and the bytes of a day, and makes no replay for them', async () => {
  const replay_id = hexId()
  expect(await postSegment(replay_id, 0)).toBe(200)
  await api.deps.database.pool.query('update replays set segment_count = $1', [MAX_REPLAY_SEGMENTS])
  expect(await postSegment(replay_id, 1)).toBe(200)
  expect(await dropped()).toEqual({ REPLAY_LENGTH: 1 })

  // Even the smallest one takes room.
  await api.deps.database.pool.query('update error_intake set segment_bytes = $1', [
    MAX_REPLAY_BYTES_OF_DAY - MIN_SEGMENT_BYTES,
  ])
  await postSegment(hexId(), 0)
  await postSegment(hexId(), 0)
  expect(await count('replays')).toBe(2)
  expect(await dropped()).toEqual({ REPLAY_LENGTH: 1, REPLAY_BYTES: 1 })
})

test('counts requests beyond the rate as dropped', async () => {
  const answers = await Promise.all(
    Array.from({ length: monitoring.max_events_per_second + 3 }, (_, at) =>
      fetch(`${api.base}/m?o=1&p=1`, {
        method: 'POST',
        headers: { 'x-forwarded-for': `192.0.2.${at % 250}` },
        body: '{}',
      }),
    ),
  )
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(3)
  expect(await dropped()).toEqual({ TOO_MANY_REQUESTS: 3 })
})

test('an hour of a replay is read in a few calls, of which each is bounded in segments and in bytes', async () => {
  const replay_id = '0b0b0b0b-1111-4111-8111-111111111111'
  await postSegment(replay_id, 0)
  const insert = (from: number, until: number, bytes: number) =>
    api.deps.database.pool.query(
      `insert into replay_segments (replay_id, number, received_at, recording) select $1, n, $2, $3 from generate_series($4::int, $5) n`,
      [replay_id, api.ports.now().toISOString(), recordingOf(bytes), from, until],
    )
  await insert(1, 719, 100)
  const read = async () => {
    const numbers: number[] = []
    const calls: number[] = []
    for (let from: number | null = 0; from !== null; ) {
      const answer: Output<typeof listReplaySegmentsRoute> = await api.call(
        listReplaySegmentsRoute,
        { params: { replay_id }, query: { from } },
        admin.token,
      )
      calls.push(answer.segments.length)
      numbers.push(...answer.segments.map(({ number }) => number))
      from = answer.next_from
    }
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
    return { calls, last: numbers.at(-1) }
  }
  expect(await read()).toEqual({ calls: [200, 200, 200, 120], last: 719 })

  // Some are missing, and each of the others is larger than what is sent at once.
  await api.deps.database.pool.query('delete from replay_segments where number > 3 or number = 1')
  await api.deps.database.pool.query('update replay_segments set recording = $1', [
    recordingOf(SEGMENT_BYTES_AT_ONCE + 1),
  ])
  expect(await read()).toEqual({ calls: [1, 1, 1], last: 3 })
  const params = { replay_id: '0c0c0c0c-1111-4111-8111-111111111111' }
  expect(await api.refusal(listReplaySegmentsRoute, { params, query: {} }, admin.token)).toMatchObject({
    code: 'not_found',
  })
})
