import { type EventName, events, pageEvents } from '@openspot/core/analytics/events.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot } from '../../testing/factories/lots.ts'

let api: TestApi
let lot_id: string
beforeAll(async () => {
  api = await testApi()
  lot_id = (await aLot(api)).lot_id
})
afterAll(() => api.close())

/** Names, addresses, phone numbers, and plates, as someone could write them. */
const personal = fc.oneof(
  fc.emailAddress(),
  fc.integer({ min: 2_000_000_000, max: 9_999_999_999 }),
  fc.integer({ min: 2_000_000_000, max: 9_999_999_999 }).map((digits) => `+1${digits}`),
  fc.stringMatching(/^[A-Z]{2,3}[ -]?[0-9]{3,4}$/),
  fc.constantFrom('Ada Lovelace', 'Grace Hopper', '小林 愛', 'ada', '200 S Wells St, Apt 4'),
)

/** Where a value can be put: in each property of the catalog, under other names, and around them. */
const places = fc.constantFrom(
  ...pageEvents.flatMap((event) =>
    [...Object.keys(events[event].properties), 'email', '$email', '$set', 'token', 'distinct_id'].map(
      (property) => ({ event, property: property as string | null, field: null as string | null }),
    ),
  ),
  ...pageEvents.flatMap((event) =>
    ['event', 'uuid', 'distinct_id', 'timestamp', 'name', '$set'].map((field) => ({
      event,
      property: null as string | null,
      field: field as string | null,
    })),
  ),
)

/** Ways to wrap a value. */
const shapes = fc.constantFrom<(value: unknown) => unknown>(
  (value) => value,
  (value) => [value],
  (value) => ({ value }),
  (value) => ({ [String(value)]: true }),
  (value) => String(value).toUpperCase(),
)

test('no personal data gets into the database, through whatever field it is sent', {
  timeout: 120_000,
}, async () => {
  const { pool } = api.deps.database
  await fc.assert(
    fc.asyncProperty(personal, places, shapes, fc.boolean(), async (value, at, shape, asName) => {
      api.ports.advance({ minutes: 1 })
      const properties: Record<string, unknown> = {}
      if (at.property !== null) properties[asName ? String(value) : at.property] = shape(value)
      const sent: Record<string, unknown> = { event: at.event satisfies EventName, properties }
      if (at.field !== null) sent[at.field] = shape(value)
      const answer = await fetch(`${api.base}/api/v2/usage/e`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' },
        body: JSON.stringify({ batch: [sent] }),
      })
      const said = await answer.text()
      const { rows } = await pool.query<{ row: string }>(
        'select to_jsonb(e)::text as row from analytics_events e',
      )
      const text = rows.map(({ row }) => row.toLowerCase()).join('\n')
      await pool.query('delete from analytics_events')
      const secret = String(value).toLowerCase()
      // Short words occur by chance in hashes.
      if (secret.length > 4) expect(text).not.toContain(secret)
      if (answer.status !== 200) {
        expect(answer.status).toBe(400)
        expect(JSON.parse(said)).toMatchObject({ code: 'request_invalid' })
        expect(text).toBe('')
      }
      // What is refused is named by its field, and not repeated.
      if (secret.length > 4 && answer.status !== 200) expect(said.toLowerCase()).not.toContain(secret)
    }),
    { numRuns: 400, seed: 48 },
  )
  const known = await fetch(`${api.base}/api/v2/usage/e`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ event: 'lot_view', properties: { lot_id } }),
  })
  expect(known.status).toBe(200)
})
