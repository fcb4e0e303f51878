import { CallError } from '@openspot/contract/call.ts'
import { atDepth } from '@openspot/db/testing/depth.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { type TestApi, testApi } from '../api.ts'
import { type DescribedCall, describedBy, type JsonSchema, type Operation } from '../described.ts'
import { hostileRuns } from '../environment.ts'
import type { Everything } from '../factories/everything.ts'
import { allowedBy, type Caller, callers, tokenOf, type Worlds, worldsOf } from './callers.ts'
import { exactly } from './exactly.ts'
import { type Known, spoiled, valid } from './values.ts'

const { runs, seed } = hostileRuns()

let api: TestApi
let calls: DescribedCall[]
let components: JsonSchema
let worlds: Worlds

beforeAll(async () => {
  api = await testApi()
  ;({ calls, components } = await describedBy(api.base))
  worlds = await worldsOf(api)
})
afterAll(() => api.close())

/** Deletions come last, so that there is something to call about. */
const order = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE']

interface Attempt {
  call: DescribedCall
  who: Caller
  url: string
  body?: unknown
  /** Replaces the token of `who`. */
  token?: string | null
}

/** Plausible values, because requests with any others would mostly fail the first check. */
const words: Known = {
  currency: ['USD', 'USD', 'JPY', 'XXX'],
  country: ['US', 'SE'],
  time_zone: ['America/Chicago', 'Europe/London', 'Nowhere/At'],
  locale: ['en', 'de-AT'],
  plate: ['AB 12 CDE', 'ab12cde', 'Ж 77'],
  year: ['2026', '1970'],
}
const known = (lots: readonly Everything[]): Known => ({
  ...words,
  ...Object.fromEntries(
    Object.keys(lots[0]?.ids ?? {}).map((name) => [name, lots.map(({ ids }) => ids[name] ?? '')]),
  ),
  url: ['/me', '/l/x', ...lots.map(({ lot }) => `/l/${lot.public_id}`)],
})

/** Returns random requests to a route: all of them valid (`GOOD`), or half of them with one fault. */
function attempts(
  call: DescribedCall,
  things: Known,
  how: 'GOOD' | 'ANY',
  who: readonly Caller[] = callers,
): fc.Arbitrary<Attempt> {
  const { parameters = [], requestBody } = call.operation
  const values = (where: 'path' | 'query') =>
    parameters
      .filter((each) => each.in === where)
      .map(({ name, required, schema }) => {
        const good = valid(schema, components, things, name)
        const some = required ? good : fc.option(good, { nil: undefined })
        const spoilt = how === 'GOOD' ? [] : [{ weight: 1, arbitrary: spoiled(good) }]
        return [name, fc.oneof({ weight: 9, arbitrary: some }, ...spoilt)] as const
      })
  const schema = Object.values(requestBody?.content ?? {})[0]?.schema
  const good = schema ? valid(schema, components, things) : fc.constant(undefined)
  return fc
    .record({
      who: fc.constantFrom(...who),
      path: fc.record(Object.fromEntries(values('path'))),
      query: fc.record(Object.fromEntries(values('query'))),
      body: schema && how === 'ANY' ? fc.oneof(good, spoiled(good)) : good,
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
/** An unpaired surrogate cannot be encoded in a URL. */
const encoded = (text: string) => encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '')) || '%20'

let asked = 0
let granted = 0
/** The routes that have succeeded. */
const reached = new Set<string>()
async function send(attempt: Attempt, things: Everything): Promise<string | null> {
  const { call, who, url, body } = attempt
  const token = attempt.token === undefined ? await tokenOf(api, who, things) : attempt.token
  const isForm = body instanceof FormData
  asked += 1
  const stop = new AbortController()
  const answer = await fetch(new URL(url, api.base), {
    method: call.method,
    signal: stop.signal,
    redirect: 'manual',
    headers: {
      'x-forwarded-for': `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`,
      'idempotency-key': `hostile-${asked}`,
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  })
  const type = answer.headers.get('content-type') ?? ''
  if (type.startsWith('text/event-stream')) {
    stop.abort()
    reached.add(call.name)
    return null
  }
  const text = await answer.text()
  const what = `${call.method} ${url} by ${who} with ${JSON.stringify(body)?.slice(0, 400)}: ${answer.status} ${text.slice(0, 300)}`
  if (answer.status >= 500) return what
  const said = call.operation.responses[answer.status]
  if (answer.status < 400) {
    granted += 1
    reached.add(call.name)
    return said ? null : what
  }
  const error = (type.startsWith('application/json') ? JSON.parse(text) : {}) as Record<string, unknown>
  const isSaid = typeof error['message'] === 'string' && codesOf(said).includes(error['code'])
  // An invalid request must be answered with the field at fault.
  const isNamed = error['code'] !== 'request_invalid' || typeof error['field'] === 'string'
  return isSaid && isNamed ? null : what
}

/** The error codes that the document lists for a response. */
const codesOf = (answer: Operation['responses'][string] | undefined): unknown[] => {
  const { allOf = [] } = (answer?.content?.['application/json']?.schema ?? {}) as {
    allOf?: { properties?: { code?: { enum?: unknown[] } } }[]
  }
  return allOf.flatMap(({ properties }) => properties?.code?.enum ?? [])
}

/** The number of valid requests to a route that has not succeeded yet, and how many of them use the same lot. */
const goodTries = atDepth(4, 16)
const triesOfOneLot = atDepth(4, 8)

/** Returns an exact request, in a new lot if what it needs is no longer possible in this one after the random calls. */
async function exactlyIn(name: string) {
  const things = await worlds.alive(0)
  try {
    return { things, exact: await exactly(api, name, things) }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const renewed = await worlds.renew(0)
    return { things: renewed, exact: await exactly(api, name, renewed) }
  }
}

async function tryToReach(call: DescribedCall): Promise<string[]> {
  const strange: string[] = []
  for (let nth = 0; nth < goodTries && !reached.has(call.name); nth++) {
    if (nth === triesOfOneLot) await worlds.renew(0)
    const isExact = nth % triesOfOneLot === 0
    const { things, exact } = isExact
      ? await exactlyIn(call.name)
      : { things: await worlds.alive(0), exact: {} }
    const drawn = fc.sample(attempts(call, known([things]), 'GOOD', allowedBy(call)), {
      numRuns: 1,
      seed: seed + nth,
    })
    for (const attempt of drawn) {
      const fault = await send({ ...attempt, ...exact }, things)
      if (fault !== null) strange.push(fault)
    }
  }
  return strange
}

/**
 * The minimum number of routes that must succeed at least once. The others need what no test can generate, such as a
 * passkey or the provider's signature.
 */
const leastReached = 300

test('answers every random request as documented and breaks no invariant', async () => {
  const before = await brokenInvariants(api.deps.database.pool)
  const strange: string[] = []
  let drawn = 0
  for (const method of order) {
    for (const call of calls.filter((each) => each.method === method)) {
      for (const attempt of fc.sample(attempts(call, known(worlds.all), 'ANY'), { numRuns: runs, seed })) {
        drawn += 1
        const fault = await send(attempt, await worlds.alive(drawn))
        if (fault !== null) strange.push(fault)
      }
      strange.push(...(await tryToReach(call)))
    }
  }
  expect(strange).toEqual([])
  expect(drawn).toBe(calls.length * runs)
  // Some requests must pass the first checks.
  expect(granted / asked).toBeGreaterThan(0.1)
  const unreached = calls.map(({ name }) => name).filter((name) => !reached.has(name))
  expect(reached.size, `never answered with success: ${unreached.join(', ')}`).toBeGreaterThanOrEqual(
    leastReached,
  )
  await api.runJobs()
  expect(await brokenInvariants(api.deps.database.pool)).toEqual(before)
}, 600_000)
