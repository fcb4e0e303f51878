import { undoImportRoute } from '@openspot/contract/people/resident-imports.ts'
import { atDepth } from '@openspot/db/testing/depth.ts'
import type { Resident } from '@openspot/property-systems-stand-in/residents.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import type { TestApi } from '../../testing/api.ts'
import { randomFrom } from '../../testing/model/random.ts'
import { wayOf } from '../connectors/testing/vendors.ts'
import type { ImportDeps } from './import-deps.ts'
import { importResidents } from './run-import.ts'
import { aConnectedLot, type Source, type Stand, startStand } from './testing/source.ts'

let stand: Stand
let api: TestApi
beforeAll(async () => {
  stand = await startStand()
  api = stand.api
})
afterAll(() => stand.close())

class Killed extends Error {}

/** The dependencies of a process that dies the `calls`-th time that it asks for the time, wherever that is. */
function dying(calls: number): ImportDeps {
  const { messaging, secrets, vendors, traffic, ports } = api.deps
  let left = calls
  const now = () => {
    left -= 1
    if (left <= 0) throw new Killed('The process was killed.')
    return ports.now()
  }
  return { ...paymentDepsOf(api.deps), messaging, secrets, vendors, traffic, ports: { ...ports, now } }
}

const residents = (changed: boolean): Partial<Resident>[] =>
  Array.from({ length: 24 }, (_, at) => ({
    person_id: String(300 + at),
    lease_id: String(500 + at),
    household_id: String(500 + at),
    first_name: 'Alex',
    last_name: `Number${String.fromCodePoint(65 + at)}`,
    email: `number${at}${changed && at % 5 === 0 ? 'new' : ''}@people.example`,
    unit_id: String(700 + at),
    unit: String(100 + at),
    status: changed && at % 6 === 1 ? 'PAST' : 'CURRENT',
    lease_starts: '2025-06-01',
    lease_ends: changed && at % 6 === 1 ? '2026-03-01' : '2026-12-31',
    moves_in: '2025-06-01',
    moves_out: changed && at % 6 === 1 ? '2026-03-01' : '',
  }))

/** What there is in the lot, without what differs between two runs, such as IDs. */
async function stateOf({ lot_id, id }: Source): Promise<unknown> {
  const { db } = api.deps.database
  const { rows } = await sql`
    select r.person_id, r.email, r.unit, r.access_until, r.started_at is not null as started, r.ended_at is not null as ended, m.status, m.source, g.name,
      (select count(*)::int from invites i where i.lot_id = r.lot_id and i.email = r.email and i.revoked_at is null) as invites,
      (select count(*)::int from memberships o where o.lot_id = r.lot_id and o.user_id = r.user_id) as memberships
    from residents r left join memberships m on m.lot_id = r.lot_id and m.user_id = r.user_id
      left join groups g on g.id = m.group_id and g.lot_id = m.lot_id
    where r.lot_id = ${lot_id} and r.data_source_id = ${id} order by r.person_id`.execute(db)
  return rows
}

/** Starts an import whose process dies at random points, until a restart finishes it. Returns how often it died. */
async function importWithKills(
  source: Source,
  import_id: string,
  random: { below(max: number): number },
): Promise<number> {
  for (let kills = 0; ; kills++) {
    try {
      // Further each time, so that it gets done.
      await importResidents(dying(1 + random.below(atDepth(20, 6) + kills * atDepth(6, 2))), import_id)
      const { stage } = await source.read(import_id)
      if (stage === 'DONE' || stage === 'UNDONE') return kills
    } catch (error) {
      if (!(error instanceof Killed)) throw error
    }
  }
}

test('an import, a second one, and undoing it end the same, wherever the process dies in between', async () => {
  const way = wayOf('REALPAGE_RPX')
  const random = randomFrom(1)
  const twin = await aConnectedLot(stand, way, { roommates: 'ALL' })
  const source = await aConnectedLot(stand, way, { roommates: 'ALL' })
  let kills = 0
  for (const changed of [false, true]) {
    source.serve(residents(changed))
    const expected = await twin.sync()
    expect(expected.status).toBe('SUCCESS')
    const started = await source.start()
    kills += await importWithKills(source, started.id, random)
    await api.runJobs()
    expect(await stateOf(source)).toEqual(await stateOf(twin))
    expect((await source.read(started.id)).rows_applied).toBe(expected.rows_applied)
    if (!changed) continue
    for (const [of, import_id] of [
      [twin, expected.id],
      [source, started.id],
    ] as const) {
      await api.call(undoImportRoute, { params: { import_id } }, of.owner.token)
      if (of === source) kills += await importWithKills(source, import_id, random)
      await api.runJobs()
    }
    expect(await stateOf(source)).toEqual(await stateOf(twin))
  }
  // Otherwise the process was hardly ever killed.
  expect(kills).toBeGreaterThan(atDepth(15, 50))
}, 240_000)
