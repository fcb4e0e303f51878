import { plateKeysOf } from '@openspot/core/plates/plate-keys.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { asOwner } from '../../testing/owner.ts'
import { plansOf } from '../../testing/rows-read.ts'
import { fillLot } from './testing/lot-of-vehicles.ts'
import '../../booking/monitor/plate-rights.sql.ts'

let api: TestApi
let lot: TestLot
let plates: Awaited<ReturnType<typeof fillLot>>
beforeAll(async () => {
  api = await testApi()
  lot = await aLot(api, {}, 0)
  const now = api.ports.now()
  plates = await fillLot(api.deps.database.pool, { lot_id: lot.lot_id, count: 5000, history: 6, now })
  await asOwner(
    api,
    'analyze cars, car_plates, lot_car_notes, reservations, reservation_events, spots, memberships, users, previous_assignments, previous_memberships',
  )
}, 120_000)
afterAll(() => api.close())

test('the rights of one plate among 5,000 vehicles come from indexes, and read only what belongs to similar plates', async () => {
  for (const [label, hours] of [
    ['list_rights_of_plate', 0],
    ['list_past_rights_of_plate', 8],
  ] as const)
    for (const plate of [plates.reserved, plates.assigned, 'ZZZ9999']) {
      const at = new Date(api.ports.now().getTime() - hours * 3_600_000).toISOString()
      const values = [lot.lot_id, at, `{${plateKeysOf(plate).join()}}`]
      for (const nodes of await plansOf(api.deps.database.pool, label, values)) {
        expect(nodes[0]?.['Actual Rows']).toBe(plate === 'ZZZ9999' ? 0 : 1)
        const names = nodes.map(
          (node) => `${node['Node Type']} ${node['Index Name'] ?? node['Relation Name'] ?? ''}`,
        )
        expect(names).toEqual(
          expect.arrayContaining(
            ['cars_near_plate', 'car_plates_near_plate', 'lot_car_notes_near_plate'].map(
              (index) => `Bitmap Index Scan ${index}`,
            ),
          ),
        )
        expect(names.filter((name) => name.startsWith('Seq Scan '))).toEqual([])
        const read = nodes
          .filter((node) => node['Relation Name'] !== undefined || node['Index Name'] !== undefined)
          .map((node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'])
        expect(Math.max(...read)).toBeLessThan(20)
      }
    }
})
