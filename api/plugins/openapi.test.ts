import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../testing/api.ts'

interface Operation {
  summary?: string
  'x-access'?: string[]
  responses: Record<
    string,
    {
      description?: string
      content?: Record<string, { schema?: { allOf?: { properties?: { code?: { enum?: string[] } } }[] } }>
    }
  >
  parameters?: { in: string; name: string; required?: boolean }[]
}

let api: TestApi
let paths: Record<string, Record<string, Operation>>
beforeAll(async () => {
  api = await testApi()
  const document = (await (await fetch(`${api.base}/api/openapi.json`)).json()) as {
    openapi: string
    paths: typeof paths
  }
  expect(document.openapi).toBe('3.1.0')
  paths = document.paths
})
afterAll(() => api.close())

const operations = () =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  )

/** Returns the error codes that the document lists for a status. */
const codesOf = (operation: Operation, status: string) =>
  operation.responses[status]?.content?.['application/json']?.schema?.allOf?.find(
    ({ properties }) => properties?.code?.enum,
  )?.properties?.code?.enum

test('documents the access, summary, and errors of every route', () => {
  expect(operations().length).toBeGreaterThan(40)
  for (const { name, operation } of operations()) {
    expect(operation['x-access']?.length, name).toBeGreaterThan(0)
    expect(operation.summary, name).toBeTruthy()
    expect(Object.keys(operation.responses), name).not.toContain('4XX')
    expect(codesOf(operation, '500'), name).toEqual(['internal'])
    expect(codesOf(operation, '400'), name).toContain('request_invalid')
  }
})

test('lists a route’s own and derived error codes by status', () => {
  const book = operations().find(({ name }) => name === 'POST /api/v2/reservations/instant')?.operation
  if (!book) throw new Error('The call is gone.')
  expect(codesOf(book, '401')).toEqual(['session_ended', 'sign_in_required'])
  expect(codesOf(book, '402')).toEqual(['card_declined', 'payment_method_needed'])
  expect(codesOf(book, '409')).toContain('spot_taken')
  expect(codesOf(book, '422')).toEqual(['idempotency_key_reused'])
  expect(codesOf(book, '503')).toContain('provider_unavailable')
  expect(book.responses['409']?.description).toContain('- `spot_taken`: This spot was just taken')
})

test('requires an Idempotency-Key on calls that move money, and accepts one on every other POST', async () => {
  const keyed = (isRequired: boolean) =>
    operations().filter(({ operation }) =>
      operation.parameters?.some(
        ({ name, required = false }) => name === 'idempotency-key' && required === isRequired,
      ),
    )
  expect(
    keyed(true)
      .map(({ name }) => name)
      .toSorted((a, b) => a.localeCompare(b)),
  ).toEqual([
    'POST /api/v1/fines/{fine_id}/refund',
    'POST /api/v1/invoices/{invoice_id}/pay',
    'POST /api/v1/payouts/{payout_id}/retry',
    'POST /api/v1/reservations/{invoice_id}/admin/adjust',
    'POST /api/v1/subscriptions/{subscription_id}/changes',
    'POST /api/v2/fine-notices/{fine_code}/pay',
    'POST /api/v2/reservations/{reservation_id}/admin/change',
    'POST /api/v2/reservations/instant',
    'POST /api/v2/validation/partner/{partner_id}/entries',
  ])
  const posts = operations().filter(({ name }) => name.startsWith('POST '))
  const accepting = keyed(false).filter(({ name }) => name.startsWith('POST '))
  expect(accepting).toHaveLength(posts.length - keyed(true).length)
})

test('serves the documentation page without resources from other origins', async () => {
  const page = await fetch(`${api.base}/api/docs/`)
  expect(page.status).toBe(200)
  expect(await page.text()).not.toMatch(/(src|href)="https?:/)
})

test('fails the start if a route does not declare its access', async () => {
  const { fastify } = await import('fastify')
  const { decideAccess } = await import('./access.ts')
  const app = fastify()
  decideAccess(app)
  expect(() => app.get('/leak', () => 'x')).toThrow('GET /leak does not declare who may call it.')
})
