import { patchDataSourcePropertiesRoute } from '@openspot/contract/people/data-sources.ts'
import { resident } from '@openspot/property-systems-stand-in/residents.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import type { VendorNetwork } from '../../vendors.ts'
import { wayOf } from '../connectors/testing/vendors.ts'
import type { ImportDeps } from './import-deps.ts'
import type { ReadProperty } from './imports.sql.ts'
import { importResidents } from './run-import.ts'
import { syncDueSources } from './sync-due.ts'
import { living } from './testing/scenarios.ts'
import { aConnectedLot, type Source, type Stand, startStand } from './testing/source.ts'

let stand: Stand
beforeAll(async () => {
  stand = await startStand()
})
beforeEach(() => stand.server.reset())
afterAll(() => stand.close())

const way = wayOf('REALPAGE_RPX')
const [first, second] = ['2000011', '2000012']

/** A lot with both properties of the stand-in, each with residents of its own. */
async function twoProperties(): Promise<Source> {
  const source = await aConnectedLot(stand, way)
  const body = { property_ids: [first, second] }
  const params = { data_source_id: source.id }
  await stand.api.call(patchDataSourcePropertiesRoute, { params, body }, source.owner.token)
  stand.server.data.setResidents(way.provider, first, [
    resident(
      living('Ash', { person_id: '1', lease_id: '11', household_id: '11', email: 'ash@people.example' }),
    ),
    resident(
      living('Oak', { person_id: '2', lease_id: '12', household_id: '12', email: 'oak@people.example' }),
    ),
  ])
  stand.server.data.setResidents(way.provider, second, [
    resident(
      living('Elm', { person_id: '3', lease_id: '13', household_id: '13', email: 'elm@people.example' }),
    ),
  ])
  return source
}

const namesOf = async (source: Source, import_id: string) =>
  (await source.rows(import_id))
    .map(({ name }) => name?.split(' ').at(-1) ?? '')
    .toSorted((a, b) => a.localeCompare(b))

/** The properties whose residents the vendor was asked for, in order. */
const asked = () =>
  stand.server.received
    .filter(({ method }) => method.toLowerCase().includes('resident'))
    .flatMap(({ body }) => [first, second].filter((id) => body.includes(`>${id}<`)))

const nameOf = async (source: Source, property_id: string) => {
  const { rows } = await stand.api.deps.database.pool.query<{ name: string }>(
    'select name from data_source_properties where data_source_id = $1 and property_id = $2',
    [source.id, property_id],
  )
  return rows[0]?.name
}

/** The jobs of imports that wait, in the order in which they are run. */
async function waiting(): Promise<{ import_id: string; read?: ReadProperty[] }[]> {
  const { rows } = await stand.api.deps.database.pool.query<{ payload: { import_id: string } }>(
    `select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = 'import_residents' and j.key is not null order by j.priority, j.run_at, j.id`,
  )
  return rows.map(({ payload }) => payload)
}

const depsWith = (changes: Partial<Pick<ImportDeps, 'vendors' | 'ports'>> = {}): ImportDeps => {
  const { messaging, secrets, vendors, traffic } = stand.api.deps
  return { ...paymentDepsOf(stand.api.deps), messaging, secrets, vendors, traffic, ...changes }
}

describe('an import of two properties', () => {
  test('reads one property in each job, and its last job makes the preview of all rows', async () => {
    const source = await twoProperties()
    const { id } = await source.start()
    await importResidents(depsWith(), id)
    expect(await source.read(id)).toMatchObject({ stage: 'READING', status: 'IN_PROGRESS', rows_read: 2 })
    expect(asked()).toEqual([first])
    const job = (await waiting()).find(({ import_id }) => import_id === id)
    expect(job).toEqual({ import_id: id, read: [{ property_id: first, rows: 2, missed: null }] })
    await stand.api.runJobs()
    expect(await source.read(id)).toMatchObject({ stage: 'DONE', rows_read: 3, missed_properties: [] })
    expect(asked()).toEqual([first, second])
    expect(await namesOf(source, id)).toEqual(['Ash', 'Elm', 'Oak'])
  })

  test('lets another lot have its turn between two properties', async () => {
    const large = await twoProperties()
    const small = await aConnectedLot(stand, way)
    const one = await large.start()
    const other = await small.start()
    await importResidents(depsWith(), one.id)
    const order = (await waiting()).map(({ import_id }) => import_id)
    expect(order).toEqual([other.id, one.id])
    await stand.api.runJobs()
    expect([(await large.read(one.id)).stage, (await small.read(other.id)).stage]).toEqual(['DONE', 'DONE'])
  })

  test.each([first, second])(
    'goes on without %s if the system fails there, and says why',
    async (failing) => {
      const source = await twoProperties()
      stand.server.set(way.provider, { failing: [failing] })
      const done = await source.sync()
      expect(done).toMatchObject({ status: 'SUCCESS', missed_properties: [failing], is_complete: false })
      expect(done.missed).toEqual([
        {
          property_id: failing,
          name: await nameOf(source, failing),
          failure: 'UNAVAILABLE',
          text: expect.stringMatching(/./),
        },
      ])
      expect(await namesOf(source, done.id)).toEqual(failing === first ? ['Elm'] : ['Ash', 'Oak'])
      const { rows } = await stand.api.deps.database.pool.query(
        `select property_id, problem is not null as has_problem, pulled_at is not null as is_read from data_source_properties
       where data_source_id = $1 and is_mapped order by property_id`,
        [source.id],
      )
      expect(rows).toEqual(
        [first, second].map((property_id) => ({
          property_id,
          has_problem: property_id === failing,
          is_read: property_id !== failing,
        })),
      )
    },
  )

  test('says that the system refuses a property, and forgets it once all could be read again', async () => {
    const source = await twoProperties()
    stand.server.set(way.provider, { not_subscribed: [second] })
    expect((await source.sync()).missed).toMatchObject([{ property_id: second, failure: 'VENDOR' }])
    stand.server.set(way.provider, { not_subscribed: [] })
    expect(await source.sync()).toMatchObject({ missed_properties: [], missed: [], is_complete: true })
  })

  test.each([
    [{ failing: [first, second] }, 'UNAVAILABLE'],
    [{ failing: [first], not_subscribed: [second] }, 'UNAVAILABLE'],
    [{ not_subscribed: [first, second] }, 'VENDOR'],
  ])('with %j fails with %s, because no property could be read', async (switches, failure) => {
    const source = await twoProperties()
    stand.server.set(way.provider, switches)
    const done = await source.sync()
    expect(done).toMatchObject({ status: 'FAILURE', failure })
    expect(await source.rows(done.id)).toEqual([])
  })

  test('ends at once if the system rejects the credentials', async () => {
    const source = await twoProperties()
    stand.server.set(way.provider, { deny: true })
    const { id } = await source.start()
    await importResidents(depsWith(), id)
    expect(await source.read(id)).toMatchObject({ status: 'FAILURE', failure: 'CREDENTIALS' })
    expect(asked()).not.toContain(second)
  })

  test('reads only the property again in which its process died', async () => {
    const source = await twoProperties()
    const { id } = await source.start()
    await importResidents(depsWith(), id)
    const job = (await waiting()).find(({ import_id }) => import_id === id)
    const { vendors } = stand.api.deps
    const dying: VendorNetwork = {
      ...vendors,
      send: async (request, signal) => {
        await vendors.send(request, signal)
        throw new TypeError('The process was killed.')
      },
    }
    const interrupted = importResidents(depsWith({ vendors: dying }), id, job?.read)
    await expect(interrupted).rejects.toThrow('The process was killed.')
    await stand.api.runJobs()
    expect(await source.read(id)).toMatchObject({ stage: 'DONE', rows_read: 3 })
    expect(asked()).toEqual([first, second, second])
    expect(await namesOf(source, id)).toEqual(['Ash', 'Elm', 'Oak'])
  })

  test('reads a property once more if its process died after storing its rows and before saying so', async () => {
    const source = await twoProperties()
    const { id } = await source.start()
    // The same job again, as if the first had not got to its end.
    await importResidents(depsWith(), id)
    await importResidents(depsWith(), id)
    await stand.api.runJobs()
    expect(await source.read(id)).toMatchObject({ stage: 'DONE', rows_read: 3 })
    expect(await namesOf(source, id)).toEqual(['Ash', 'Elm', 'Oak'])
  })

  test('is not stuck while it waits for its turn', async () => {
    const source = await twoProperties()
    const { id } = await source.start()
    await importResidents(depsWith(), id)
    stand.api.ports.advance({ hours: 3 })
    await syncDueSources(depsWith())
    expect(await source.read(id)).toMatchObject({ stage: 'READING', status: 'IN_PROGRESS' })
    await stand.api.runJobs()
    expect(await source.read(id)).toMatchObject({ stage: 'DONE' })
  })
})
