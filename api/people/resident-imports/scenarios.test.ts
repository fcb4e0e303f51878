import { syncDataSourceRoute } from '@openspot/contract/people/data-sources.ts'
import type { PropertySystemsServer } from '@openspot/property-systems-stand-in/server.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApi } from '../../testing/api.ts'
import { ways } from '../connectors/testing/vendors.ts'
import { numbered, type Outcomes, outcomesOf, scenariosOf } from './testing/scenarios.ts'
import { aConnectedLot, type Source, type Stand, startStand } from './testing/source.ts'

let stand: Stand
let api: TestApi
let server: PropertySystemsServer
beforeAll(async () => {
  stand = await startStand()
  ;({ api, server } = stand)
})
afterAll(() => stand.close())

type Scenarios = ReturnType<typeof scenariosOf>
const expectedOf = (given: Scenarios, pick: (of: Scenarios[number]) => Outcomes | undefined): Outcomes =>
  Object.assign({}, ...given.map((of) => pick(of) ?? {}))

describe.each(ways)('the scenarios with $provider ($source)', (way) => {
  const given = scenariosOf(way)
  let source: Source
  beforeAll(async () => {
    server.reset()
    source = await aConnectedLot(stand, way, { roommates: 'ALL' })
  })

  test('every resident of the first import has the expected action and codes', async () => {
    source.serve(given.flatMap(({ first }) => first.map((one) => numbered(way, one))))
    const { id, status } = await source.sync()
    expect(status).toBe('SUCCESS')
    expect(outcomesOf(await source.rows(id))).toEqual(expectedOf(given, ({ outcomes }) => outcomes))
  })

  test('every resident of the next import has the expected action and codes', async () => {
    const changed = given.filter(({ later }) => later !== undefined)
    source.serve(
      given.flatMap(({ first, changes = [] }) =>
        first.map((one, at) => numbered(way, { ...one, ...changes[at] })),
      ),
    )
    const { id, status } = await source.sync()
    expect(status).toBe('SUCCESS')
    const rows = outcomesOf(await source.rows(id))
    const expected = expectedOf(changed, ({ later }) => later)
    expect(Object.fromEntries(Object.keys(expected).map((name) => [name, rows[name]]))).toEqual(expected)
  })

  test('24: an empty answer while there are residents changes nothing', async () => {
    source.serve([])
    const { status, failure, rows_applied } = await source.sync()
    // RealPage lists nobody in the same way as it answers a wrong request.
    const expected = ['ENTRATA', 'YARDI'].includes(way.provider) ? 'EMPTY_PULL' : 'VENDOR'
    expect({ status, failure, rows_applied }).toEqual({
      status: 'FAILURE',
      failure: expected,
      rows_applied: 0,
    })
  })

  test('25: an answer that does not come ends nobody’s access', async () => {
    server.set(way.provider, { status: 503 })
    const { status, failure } = await source.sync()
    server.set(way.provider, { status: null })
    expect({ status, failure }).toEqual({ status: 'FAILURE', failure: 'UNAVAILABLE' })
  })

  test('30: an answer with a document type is refused', async () => {
    const body = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'
    server.set(way.provider, { body })
    const { status } = await source.sync()
    server.set(way.provider, { body: null })
    expect(status).toBe('FAILURE')
  })

  test('29: revoked credentials stop the syncs, and the residents stay', async () => {
    server.set(way.provider, { deny: true })
    const { status, failure } = await source.sync()
    expect({ status, failure }).toEqual({ status: 'FAILURE', failure: 'CREDENTIALS' })
    const { pool } = api.deps.database
    const stored = await pool.query(
      'select credential_status, integration_status from data_sources where id = $1',
      [source.id],
    )
    expect(stored.rows).toEqual([{ credential_status: 'CREDENTIAL_INVALID', integration_status: 'ENABLED' }])
    const params = { data_source_id: source.id }
    const refused = await api.refusal(
      syncDataSourceRoute,
      { params, body: { is_preview: false } },
      source.owner.token,
    )
    expect(refused.code).toBe('data_source_not_ready')
    const members = await pool.query(
      `select count(*)::int as count from memberships where lot_id = $1 and source = 'IMPORT' and status = 'PENDING'`,
      [source.lot_id],
    )
    expect(members.rows[0].count).toBeGreaterThan(0)
  })
})
