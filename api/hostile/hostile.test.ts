import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../testing/api.ts'
import { type DescribedCall, describedBy, type JsonSchema } from '../testing/described.ts'
import { hostileRuns } from '../testing/environment.ts'
import { type Everything, everythingIn } from '../testing/everything.ts'
import { brokenInvariants } from '../testing/invariants.ts'
import { aMember, aPerson } from '../testing/people.ts'
import { type Known, spoiled, valid } from './values.ts'

const { runs, seed } = hostileRuns()

let api: TestApi
let calls: DescribedCall[]
let components: JsonSchema
let lots: Everything[]

beforeAll(async () => {
  api = await testApi()
  ;({ calls, components } = await describedBy(api.base))
  lots = [await everythingIn(api, false), await everythingIn(api, true)]
})
afterAll(() => api.close())

/** What takes things away comes last, so that there is something to ask for. */
const order = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE']

/** Every time somebody else: whoever banned or erased themselves is not asked for again. */
async function someone(
  who: (typeof callers)[number],
  { lot, owner, host }: Everything,
): Promise<string | null> {
  if (who === 'nobody') return null
  if (who === 'owner') return owner.token
  if (who === 'host') return host.token
  if (who === 'platform_admin') return (await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })).token
  return (await aMember(api, lot.lot_id, who)).token
}
const callers = ['nobody', 'owner', 'host', 'MEMBER', 'ADMIN', 'SUPER_ADMIN', 'platform_admin'] as const

interface Attempt {
  call: DescribedCall
  who: (typeof callers)[number]
  url: string
  body: unknown
}

/** Words that a good request would have there: with any others most would end at the first look. */
const words: Known = {
  currency: ['USD', 'USD', 'JPY', 'XXX'],
  country: ['US', 'SE'],
  time_zone: ['America/Chicago', 'Europe/London', 'Nowhere/At'],
  locale: ['en', 'de-AT'],
  plate: ['AB 12 CDE', 'ab12cde', 'Ж 77'],
  url: ['/me', '/l/x'],
  year: ['2026', '1970'],
}
const known = (): Known => ({
  ...words,
  ...Object.fromEntries(
    Object.keys(lots[0]?.ids ?? {}).map((name) => [name, lots.map(({ ids }) => ids[name] ?? '')]),
  ),
})

/** Half of what is sent is as the document asks, half has one thing wrong in it. */
function attempts(call: DescribedCall, things: Known): fc.Arbitrary<Attempt> {
  const { parameters = [], requestBody } = call.operation
  const values = (where: 'path' | 'query') =>
    parameters
      .filter((each) => each.in === where)
      .map(({ name, required, schema }) => {
        const good = valid(schema, components, things, name)
        const some = required ? good : fc.option(good, { nil: undefined })
        return [
          name,
          fc.oneof({ weight: 9, arbitrary: some }, { weight: 1, arbitrary: spoiled(good) }),
        ] as const
      })
  const schema = Object.values(requestBody?.content ?? {})[0]?.schema
  const good = schema ? valid(schema, components, things) : fc.constant(undefined)
  return fc
    .record({
      who: fc.constantFrom(...callers),
      path: fc.record(Object.fromEntries(values('path'))),
      query: fc.record(Object.fromEntries(values('query'))),
      body: schema ? fc.oneof(good, spoiled(good)) : good,
    })
    .map(({ who, path, query, body }) => {
      const search = new URLSearchParams()
      for (const [name, value] of Object.entries(query)) {
        for (const one of [value].flat()) if (one !== undefined) search.append(name, textOf(one))
      }
      const place = call.path.replace(/\{(\w+)\}/g, (_all, name: string) => encoded(textOf(path[name])))
      return { call, who, url: `${place}?${search}`, body }
    })
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
/** Half of a pair of surrogates cannot stand in an address. */
const encoded = (text: string) => encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '')) || '%20'

let asked = 0
let granted = 0
async function send({ call, who, url, body }: Attempt): Promise<string | null> {
  const things = lots[asked % lots.length]
  if (!things) throw new Error('There is no lot.')
  const token = await someone(who, things)
  asked += 1
  const stop = new AbortController()
  const answer = await fetch(new URL(url, api.base), {
    method: call.method,
    signal: stop.signal,
    redirect: 'manual',
    headers: {
      'x-forwarded-for': `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`,
      'idempotency-key': `hostile-${asked}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const type = answer.headers.get('content-type') ?? ''
  if (type.startsWith('text/event-stream')) {
    stop.abort()
    return null
  }
  const text = await answer.text()
  const what = `${call.method} ${url} by ${who} with ${JSON.stringify(body)?.slice(0, 400)}: ${answer.status} ${text.slice(0, 300)}`
  if (answer.status >= 500) return what
  if (answer.status < 400) {
    granted += 1
    return String(answer.status) in call.operation.responses ? null : what
  }
  const error = (type.startsWith('application/json') ? JSON.parse(text) : {}) as Record<string, unknown>
  const isSaid = typeof error['code'] === 'string' && typeof error['message'] === 'string'
  // What is wrong with the input is named.
  const isNamed = error['code'] !== 'request_invalid' || typeof error['field'] === 'string'
  return isSaid && isNamed ? null : what
}

test('whatever is sent to whichever call gets an answer that the document knows, and breaks nothing', async () => {
  const before = await brokenInvariants(api.foundation.database.pool)
  const things = known()
  const strange: string[] = []
  for (const method of order) {
    for (const call of calls.filter((each) => each.method === method)) {
      for (const attempt of fc.sample(attempts(call, things), { numRuns: runs, seed })) {
        const fault = await send(attempt)
        if (fault !== null) strange.push(fault)
      }
    }
  }
  expect(strange).toEqual([])
  expect(asked).toBe(calls.length * runs)
  // Not all of it ends at the first look.
  expect(granted / asked).toBeGreaterThan(0.1)
  await api.settle()
  expect(await brokenInvariants(api.foundation.database.pool)).toEqual(before)
}, 600_000)
