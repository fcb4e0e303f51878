import { searchRoute } from '@openspot/contract/lots/lots.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../testing/api.ts'
import { clockOf } from '../testing/factories/search-world.ts'
import { Counts } from './counts.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const window = '2026-03-02T15:00:00.000Z'
const countsOf = () => new Counts({ pool: api.deps.database.pool, log: api.deps.log })
const written = async (bucket: string) => {
  const { rows } = await api.deps.database.pool.query<{ hits: number }>(
    'select hits from rate_limits where bucket = $1 and window_starts_at = $2',
    [bucket, window],
  )
  return rows[0]?.hits ?? 0
}

test('counts every hit at once in one process, and those of another one once both have written', async () => {
  const [one, other] = [countsOf(), countsOf()]
  expect(await one.add('a', window, 1)).toBe(1)
  expect(await one.add('a', window, 2)).toBe(3)
  expect(await written('a')).toBe(1)
  expect(await other.add('a', window, 1)).toBe(2)
  await one.write()
  expect(await written('a')).toBe(4)
  expect(await one.add('a', window, 1)).toBe(5)
  expect(await other.add('a', window, 1)).toBe(3)
  await other.write()
  expect(await other.add('a', window, 1)).toBe(6)
  await one.close()
  await other.close()
  expect(await written('a')).toBe(7)
})

test('remembers what was counted before a restart, and forgets it with the window', async () => {
  const before = countsOf()
  await before.add('b', window, 1)
  await before.add('b', window, 1)
  await before.close()
  const after = countsOf()
  expect(await after.add('b', window, 1)).toBe(3)
  expect(await after.add('b', '2026-03-02T15:05:00.000Z', 1)).toBe(1)
  await after.close()
})

test('refuses the first search beyond the limit of an address', async () => {
  const at = clockOf(api)
  const query = { lat: 10, lng: 10, starts_at: at(2), ends_at: at(4) }
  const { max } = searchRoute.config.limit
  await api.app.counts.add(`GET /api/v2/search 127.0.0.1`, windowNow(), max - 1)
  await api.call(searchRoute, { query })
  expect((await api.refusal(searchRoute, { query })).code).toBe('too_many_requests')
})

const windowNow = () => {
  const length = searchRoute.config.limit.minutes * 60_000
  return new Date(Math.floor(api.ports.now().getTime() / length) * length).toISOString()
}
