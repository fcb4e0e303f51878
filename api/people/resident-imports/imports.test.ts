import { listInvitesRoute } from '@openspot/contract/people/invites.ts'
import { listResidentsRoute, undoImportRoute } from '@openspot/contract/people/resident-imports.ts'
import type { Resident } from '@openspot/property-systems-stand-in/residents.ts'
import type { PropertySystemsServer } from '@openspot/property-systems-stand-in/server.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestApi } from '../../testing/api.ts'
import { ways } from '../connectors/testing/vendors.ts'
import { aConnectedLot, type Source, type Stand, startStand } from './testing/source.ts'

let stand: Stand
let api: TestApi
let server: PropertySystemsServer
beforeAll(async () => {
  stand = await startStand()
  ;({ api, server } = stand)
})
afterAll(() => stand.close())

const ada: Partial<Resident> = {
  person_id: '41',
  lease_id: '51',
  household_id: '51',
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada.lovelace@people.example',
  phone: '2025550101',
  unit_id: '61',
  unit: '204',
  status: 'CURRENT',
  lease_starts: '2025-06-01',
  lease_ends: '2026-12-31',
  moves_in: '2025-06-01',
}

const residentsOf = async (source: Source) =>
  (await api.call(listResidentsRoute, { params: { lot_id: source.lot_id }, query: {} }, source.owner.token))
    .items
const membershipsOf = (lot_id: string) =>
  api.deps.database.db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .leftJoin('groups as g', (on) => on.onRef('g.id', '=', 'm.group_id').onRef('g.lot_id', '=', 'm.lot_id'))
    .select([
      'm.status',
      'm.source',
      'u.email',
      'u.account_status',
      'u.source as user_source',
      'g.name as group',
    ])
    .where('m.lot_id', '=', lot_id)
    .where('m.role', '=', 'MEMBER')
    .orderBy('u.email')
    .execute()

describe.each(ways)('residents from $provider ($source)', (way) => {
  let source: Source
  beforeEach(async () => {
    server.reset()
    source = await aConnectedLot(stand, way)
  })

  test('1, 2: a current resident is invited once, into the group of the unit, and a second import changes nothing', async () => {
    source.serve([ada])
    const first = await source.sync()
    expect(first).toMatchObject({
      status: 'SUCCESS',
      stage: 'DONE',
      action_counts: { CREATE: 1 },
      code_counts: {},
    })
    expect(await membershipsOf(source.lot_id)).toEqual([
      {
        status: 'PENDING',
        source: 'IMPORT',
        email: 'ada.lovelace@people.example',
        account_status: 'GHOST',
        user_source: 'DATA_SOURCE_IMPORT',
        group: '204',
      },
    ])
    const invites = () => api.call(listInvitesRoute, { query: { lot_id: source.lot_id } }, source.owner.token)
    expect((await invites()).items).toMatchObject([
      { email: 'ada.lovelace@people.example', first_name: 'Ada' },
    ])
    const second = await source.sync()
    expect(second).toMatchObject({ status: 'SUCCESS', action_counts: { UNCHANGED: 1 } })
    expect((await invites()).items).toHaveLength(1)
  })

  test('an import is undone as a whole, and nothing of it is left', async () => {
    source.serve([
      ada,
      {
        ...ada,
        person_id: '42',
        lease_id: '52',
        household_id: '52',
        unit_id: '62',
        unit: '205',
        first_name: 'Grace',
        email: 'grace@people.example',
        phone: '',
      },
    ])
    const { id } = await source.sync()
    expect(await residentsOf(source)).toHaveLength(2)
    await api.call(undoImportRoute, { params: { import_id: id } }, source.owner.token)
    await api.runJobs()
    expect(await source.read(id)).toMatchObject({ stage: 'UNDONE', rows_applied: 0 })
    expect(await residentsOf(source)).toEqual([])
    expect((await membershipsOf(source.lot_id)).filter(({ status }) => status !== 'DELETED')).toEqual([])
  })
})
