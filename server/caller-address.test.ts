import { placedDatabase } from '@openspot/api/testing/placed-database.ts'
import { casesAtDepth } from '@openspot/db/testing/depth.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { address, commandRuns } from './testing/product.ts'
import { buildWeb } from './web-build.ts'

const { openspot, endAll, remove } = commandRuns()
let database: Awaited<ReturnType<typeof placedDatabase>>
let pool: pg.Pool

beforeAll(async () => {
  // Otherwise the first start builds it, which takes longer than a test may.
  await buildWeb(() => {})
  database = await placedDatabase()
  pool = new pg.Pool({ connectionString: database.owner_url, max: 1 })
}, 900_000)
afterEach(endAll)
afterAll(async () => {
  await pool.end()
  await database.drop()
  remove()
})

const addresses = () => ({ DATABASE_URL: database.url, DATABASE_MIGRATE_URL: database.owner_url })

const client = '203.0.113.7'
const balancer = '10.0.0.5'
const forged = '6.6.6.6, 7.7.7.7'

/** The header that our nearest proxy sends if it appends to the received one, as proxies do. */
const chains = [
  { proxies: 1, honest: client, forged: `${forged}, ${client}`, seen: client },
  { proxies: 0, honest: null, forged, seen: '127.0.0.1' },
  { proxies: 2, honest: `${client}, ${balancer}`, forged: `${forged}, ${client}, ${balancer}`, seen: client },
] as const

/** Requests a lot through the API or its page, and returns the addresses counted for it. */
async function countedFor(url: string, path: string, forwarded: string | null): Promise<string[]> {
  await pool.query('delete from rate_limits')
  const answer = await fetch(`${url}${path}`, {
    headers: {
      ...(forwarded === null ? {} : { 'x-forwarded-for': forwarded }),
      // A forged signature.
      'x-openspot-caller': '8.8.8.8 c2lnbmF0dXJl',
    },
  })
  await answer.text()
  const { rows } = await pool.query<{ bucket: string }>('select bucket from rate_limits')
  return [...new Set(rows.map(({ bucket }) => bucket.split(' ').at(-1) ?? ''))]
}

const lot = 'nosuchlotnosuchlot'
const paths = { 'API call': `/api/v1/lots/${lot}/public`, page: `/l/${lot}` }
const secret = 'a secret for tests that two processes share'

describe('the address that rate limits count', () => {
  test.each(casesAtDepth(1, chains))(
    'is the same for API calls and pages behind $proxies proxies',
    async (chain) => {
      const shared = { ...addresses(), OPENSPOT_SECRET: secret, LOG_LEVEL: 'fatal' }
      const hops = { OPENSPOT_TRUSTED_PROXIES: String(chain.proxies) }
      const all = openspot(['start'], { ...shared, ...hops, OPENSPOT_ROLES: 'api,web' })
      await address(all)
      const apiOnly = openspot(['start'], { ...shared, OPENSPOT_ROLES: 'api' })
      const web = openspot(['start'], {
        ...hops,
        OPENSPOT_SECRET: secret,
        OPENSPOT_ROLES: 'web',
        OPENSPOT_API_URL: await address(apiOnly),
      })
      const seen: Record<string, string[]> = {}
      const expected: Record<string, string[]> = {}
      for (const [process, run] of [
        ['one process', all],
        ['web apart', web],
      ] as const) {
        const url = await address(run)
        for (const [kind, path] of Object.entries(paths)) {
          for (const said of ['honest', 'forged'] as const) {
            const name = `${process}, ${kind}, ${said}`
            seen[name] = await countedFor(url, path, chain[said])
            expected[name] = [chain.seen]
          }
        }
      }
      expect(seen).toEqual(expected)
    },
    360_000,
  )

  test('is never chosen by a client that connects from this machine', async () => {
    const shared = { ...addresses(), LOG_LEVEL: 'fatal' }
    const url = await address(openspot(['start'], { ...shared, OPENSPOT_ROLES: 'api' }))
    for (const from of ['1.1.1.1', '1.1.1.1, 2.2.2.2', '127.0.0.1', 'nonsense', '::1']) {
      expect(await countedFor(url, paths['API call'], from)).toEqual(['127.0.0.1'])
    }
  }, 360_000)
})
