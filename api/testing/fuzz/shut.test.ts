import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../api.ts'
import { type DescribedCall, describedBy, type JsonSchema } from '../described.ts'
import { aPerson } from '../factories/people.ts'

let api: TestApi
let calls: DescribedCall[]

beforeAll(async () => {
  api = await testApi()
  ;({ calls } = await describedBy(api.base))
})
afterAll(() => api.close())

test('rejects every changing route with cross_site_refused when another site sends the visitor’s cookie', async () => {
  const { token } = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
  const done: string[] = []
  const changing = calls.filter(({ method }) => method !== 'GET')
  for (const { name, method, path } of changing) {
    for (const from of [
      ['sec-fetch-site', 'cross-site'],
      ['sec-fetch-site', 'same-site'],
      ['origin', 'https://elsewhere.example'],
      ['origin', 'null'],
    ] as const) {
      const answer = await fetch(`${api.base}${path.replace(/\{\w+\}/g, 'x')}`, {
        method,
        headers: [['cookie', `openspot=${token}`], [...from]],
      })
      const { code } = (await answer.json()) as { code?: string }
      if (code !== 'cross_site_refused') done.push(`${name} from ${from.join(' ')}: ${answer.status} ${code}`)
    }
  }
  expect(done).toEqual([])
  expect(changing.length).toBeGreaterThan(80)
})

/** Formats defined elsewhere: a browser's passkey response (WebAuthn) and GeoJSON (RFC 7946, 6.1). */
const foreign = [
  'POST /api/v1/passkeys',
  'POST /api/v1/auth/passkey',
  'POST /api/v1/maps/lot/{lot_id}/geojson',
]

test('accepts no undeclared field in any body', () => {
  const open: string[] = []
  for (const { name, operation } of calls) {
    const schema = operation.requestBody?.content['application/json']?.schema
    if (!schema || foreign.includes(name)) continue
    for (const path of openIn(schema, [])) open.push(`${name}: ${path}`)
  }
  expect(open).toEqual([])
})

/** Returns the paths in a schema at which an object may have arbitrary fields. */
function openIn(schema: JsonSchema, path: readonly string[]): string[] {
  const inner = [
    ...Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>),
    ...['anyOf', 'oneOf', 'allOf'].flatMap((word) =>
      ((schema[word] ?? []) as JsonSchema[]).map((one, at) => [`${word} ${at}`, one] as const),
    ),
    ...(schema['items'] ? [['items', schema['items'] as JsonSchema] as const] : []),
  ]
  const isOpen =
    schema['type'] === 'object' && schema['additionalProperties'] === undefined && 'properties' in schema
  return [
    ...(isOpen ? [path.join(' ') || 'the body'] : []),
    ...inner.flatMap(([name, one]) => openIn(one, [...path, name])),
  ]
}
