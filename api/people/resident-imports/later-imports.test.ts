import { applyImportRoute, undoImportRoute } from '@openspot/contract/people/resident-imports.ts'
import type { Resident } from '@openspot/property-systems-stand-in/residents.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestApi } from '../../testing/api.ts'
import { wayOf } from '../connectors/testing/vendors.ts'
import { living } from './testing/scenarios.ts'
import { aConnectedLot, type Source, type Stand, startStand } from './testing/source.ts'

let stand: Stand
let api: TestApi
let source: Source
beforeAll(async () => {
  stand = await startStand()
  api = stand.api
})
beforeEach(async () => {
  stand.server.reset()
  source = await aConnectedLot(stand, wayOf('REALPAGE_RPX'))
})
afterAll(() => stand.close())

const inDays = (days: number) =>
  new Date(api.ports.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
const everyone = (): Partial<Resident>[] =>
  Array.from({ length: 12 }, (_, at) =>
    living(`Later${String.fromCodePoint(65 + at)}`, {
      lease_starts: '2025-06-01',
      moves_in: '2025-06-01',
      lease_ends: inDays(200),
    }),
  )
const gone = (residents: readonly Partial<Resident>[]) =>
  residents.map((one) => ({ ...one, status: 'PAST', moves_out: inDays(-9), lease_ends: inDays(-9) }))
/** Imports residents, and then an answer that says that all of them have left, which stops. */
async function aStoppedImport() {
  const residents = everyone()
  source.serve(residents)
  await source.sync()
  source.serve(gone(residents))
  const stopped = await source.sync()
  expect(stopped).toMatchObject({ status: 'FAILURE', failure: 'TOO_MANY_REMOVALS', can_apply: true })
  return { residents, stopped }
}
const applyRefusal = (import_id: string) =>
  api.refusal(
    applyImportRoute,
    { params: { import_id }, body: { despite_removals: true } },
    source.owner.token,
  )
const livingThere = async () => {
  const { rows } = await api.deps.database.pool.query(
    `select count(*)::int as count from residents where data_source_id = $1 and ended_at is null and access_until > $2::date`,
    [source.id, inDays(0)],
  )
  return rows[0].count as number
}

test('a stopped import cannot be applied after a later one was, so that an old mistake of the system ends nobody’s access', async () => {
  const { residents, stopped } = await aStoppedImport()
  source.serve(residents)
  expect(await source.sync()).toMatchObject({ status: 'SUCCESS' })
  expect(await source.read(stopped.id)).toMatchObject({ can_apply: false })
  expect(await applyRefusal(stopped.id)).toMatchObject({ status: 409, code: 'import_not_possible' })
  expect(await livingThere()).toBe(12)
})

test('a stopped import cannot be applied while a later one waits as a preview, and can after that is discarded', async () => {
  const { residents, stopped } = await aStoppedImport()
  source.serve(residents)
  const preview = await source.sync({ is_preview: true })
  expect(await source.read(stopped.id)).toMatchObject({ can_apply: false })
  expect(await applyRefusal(stopped.id)).toMatchObject({ status: 409, code: 'import_not_possible' })
  await source.discard(preview.id)
  expect(await source.read(stopped.id)).toMatchObject({ can_apply: true })
  expect(await source.apply(stopped.id, true)).toMatchObject({ status: 'SUCCESS' })
})

test('an import cannot be undone while a later one waits as a preview, which was decided about what the first one wrote', async () => {
  source.serve(everyone())
  const { id } = await source.sync()
  const preview = await source.sync({ is_preview: true })
  expect(await source.read(id)).toMatchObject({ can_undo: false })
  const params = { import_id: id }
  expect(await api.refusal(undoImportRoute, { params }, source.owner.token)).toMatchObject({
    status: 409,
    code: 'import_not_possible',
  })
  await source.discard(preview.id)
  expect(await source.read(id)).toMatchObject({ can_undo: true })
  await api.call(undoImportRoute, { params }, source.owner.token)
  await api.runJobs()
  expect(await source.read(id)).toMatchObject({ stage: 'UNDONE' })
})
