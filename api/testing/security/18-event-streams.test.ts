import { patchMembershipRoute } from '@openspot/contract/people/memberships.ts'
import { until } from '@openspot/db/testing/until.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApi, testApi } from '../api.ts'
import { aLot, type TestLot } from '../factories/lots.ts'
import { aMember, type Person } from '../factories/people.ts'

let api: TestApi
let lot: TestLot
let owner: Person
beforeAll(async () => {
  api = await testApi()
  lot = await aLot(api)
  owner = await aMember(api, lot.lot_id, 'SUPER_ADMIN')
})
afterAll(() => api.close())

interface Stream {
  status: number
  code: string | null
  /** Resolves to everything received until the server ended the stream. */
  ended: Promise<string>
  /** Resolves when the stream sends `ready`. */
  ready: Promise<void>
  close(): void
}

async function watch(token: string): Promise<Stream> {
  const stop = new AbortController()
  const answer = await fetch(`${api.base}/api/v1/monitor/lots/${lot.lot_id}/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  })
  if (answer.status !== 200) {
    const { code } = (await answer.json()) as { code: string }
    const nothing = Promise.resolve()
    return { status: answer.status, code, ended: nothing.then(() => ''), ready: nothing, close: () => {} }
  }
  let isReady = () => {}
  const ready = new Promise<void>((done) => {
    isReady = done
  })
  const read = async () => {
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    try {
      for (;;) {
        const { value, done } = (await reader?.read()) ?? { done: true }
        if (done) return text
        text += value ?? ''
        if (text.includes('event: ready')) isReady()
      }
    } catch {
      // The test itself closed the stream.
      return text
    }
  }
  return { status: 200, code: null, ended: read(), ready, close: () => stop.abort() }
}

describe('18: event streams', () => {
  test('rejects the eleventh stream of a session with 429 too_many_streams, but not other sessions’', async () => {
    const admin = await aMember(api, lot.lot_id, 'ADMIN')
    const open = await Promise.all(Array.from({ length: 10 }, () => watch(admin.token)))
    expect(open.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(await watch(admin.token)).toMatchObject({ status: 429, code: 'too_many_streams' })
    const other = await watch(owner.token)
    expect(other.status).toBe(200)
    other.close()
    open[0]?.close()
    await until(async () => {
      const next = await watch(admin.token)
      next.close()
      return next.status === 200
    })
    for (const stream of open) stream.close()
  })

  test('ends the stream of a removed admin at once without sending them the change', async () => {
    const admin = await aMember(api, lot.lot_id, 'ADMIN')
    const { rows } = await api.deps.database.pool.query<{ id: string }>(
      'select id from memberships where user_id = $1',
      [admin.user_id],
    )
    const stream = await watch(admin.token)
    await stream.ready
    const change = { params: { id: rows[0]?.id ?? '' }, body: { status: 'REMOVED' as const } }
    await api.call(patchMembershipRoute, change, owner.token)
    const text = await stream.ended
    expect(text).toContain('event: ready')
    expect(text).not.toContain('event: change')
  }, 10_000)
})
