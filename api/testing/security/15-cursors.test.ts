import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApi, testApi } from '../api.ts'
import { type DescribedCall, describedBy } from '../described.ts'
import { type Everything, everythingIn } from '../factories/everything.ts'
import { aMember, aPerson } from '../factories/people.ts'

let api: TestApi
let lists: DescribedCall[]
let things: Everything
/** Callers to try in turn; at least one of them may read each list. */
let tokens: string[]

beforeAll(async () => {
  api = await testApi()
  const { calls } = await describedBy(api.base)
  lists = calls.filter(({ operation }) => operation.parameters?.some(({ name }) => name === 'cursor'))
  things = await everythingIn(api, false)
  const superAdmin = await aMember(api, things.lot.lot_id, 'SUPER_ADMIN')
  const platformAdmin = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
  tokens = [things.resource_owner.token, superAdmin.token, platformAdmin.token]
})
afterAll(() => api.close())

interface Answer {
  status: number
  code?: string
  field?: string
  next_cursor?: string | null
}

async function read(list: DescribedCall, query: Record<string, string>): Promise<Answer> {
  const path = list.path.replace(/\{(\w+)\}/g, (_all, name: string) => things.ids[name] ?? '')
  let answer: Answer = { status: 0 }
  for (const token of tokens) {
    const response = await fetch(`${api.base}${path}?${new URLSearchParams(query)}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    answer = { ...((await response.json()) as Omit<Answer, 'status'>), status: response.status }
    if (![401, 403, 404].includes(response.status)) return answer
  }
  return answer
}

/** The required query parameters of a list, except the cursor. */
function required(list: DescribedCall): Record<string, string> {
  const needs = (list.operation.parameters ?? []).filter((each) => each.in === 'query' && each.required)
  const at = (hours: number) => new Date(api.ports.now().getTime() + hours * 3_600_000).toISOString()
  const known: Record<string, string> = { ...things.ids, starts_at: at(2), ends_at: at(4) }
  const where: Record<string, string> = list.path.endsWith('/search')
    ? { lat: '41.88', lng: '-87.63', ends_at: at(4) }
    : {}
  return { ...Object.fromEntries(needs.map(({ name }) => [name, known[name] ?? ''])), ...where }
}

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const uuid = '01890a5d-ac96-774b-bcce-b302099a8057'
const instant = '2026-03-02T12:00:00.000Z'
const forged: unknown[] = [
  ['x', 'y'],
  ['2026-02-30T12:00:00.000Z', uuid],
  ['2026-03-02', uuid],
  ['now', uuid],
  ['-infinity', uuid],
  ['999999-01-01T00:00:00.000Z', uuid],
  [instant, 'y'],
  [instant, `${uuid}' or true --`],
  ['a\0b', uuid],
  ['\ud800', uuid],
  [instant, `${uuid}\0`],
  [1e300],
  [-1],
  [1.5],
  ['1'],
  [2 ** 31],
  [null, null],
  [{}, []],
  [1, 2, 'y'],
  [instant],
  [instant, uuid, uuid],
  [],
  null,
  'text',
  {},
]

describe('15: forged cursors', () => {
  test('makes every list reject a cursor that it did not create with 400 request_invalid on "cursor"', async () => {
    const strange: string[] = []
    for (const list of lists) {
      const query = required(list)
      for (const cursor of [
        ...forged.map(encoded),
        'x',
        '=',
        '%00',
        'W10',
        Buffer.from([255, 0]).toString(),
      ]) {
        const { status, code, field } = await read(list, { ...query, cursor })
        const isRefused = status === 400 && code === 'request_invalid' && field === 'cursor'
        // The list could have created a cursor of the correct form itself.
        const isOfItsForm = status === 200 && isPlausible(list, cursor)
        if (!isRefused && !isOfItsForm) strange.push(`${list.name} ${cursor}: ${status} ${code} ${field}`)
      }
    }
    expect(strange).toEqual([])
    expect(lists.length).toBeGreaterThan(15)
  })

  test('makes every list accept the cursor that it returned', async () => {
    const strange: string[] = []
    let followed = 0
    for (const list of lists) {
      const query = required(list)
      const first = await read(list, { ...query, limit: '1' })
      if (first.status !== 200) strange.push(`${list.name}: ${first.status} ${first.code} ${first.field}`)
      if (!first.next_cursor) continue
      followed += 1
      const second = await read(list, { ...query, limit: '1', cursor: first.next_cursor })
      if (second.status !== 200) strange.push(`${list.name}: ${second.status} ${second.code}`)
    }
    expect(strange).toEqual([])
    expect(followed).toBeGreaterThan(5)
  })
})

/** Lists sorted by text accept any text; the one sorted by job id accepts any number. */
function isPlausible(list: DescribedCall, cursor: string): boolean {
  const values = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
  // Jobs are sorted by id only, which is a string of digits.
  if (list.path.endsWith('/platform/jobs')) return values.length === 1 && /^\d{1,15}$/.test(String(values[0]))
  const isByText = ['/cars', '/members', '/residents', '/portfolio'].some((part) => list.path.includes(part))
  return isByText && values.length === 2 && values[1] === uuid && !/[\0\ud800]/.test(String(values[0]))
}
