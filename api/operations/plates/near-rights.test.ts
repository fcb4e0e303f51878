import type { PlateRight } from '@openspot/contract/operations/plates.ts'
import { matchesOf, matchOrder } from '@openspot/core/plates/match.ts'
import { normalizePlate } from '@openspot/core/plates/plates.ts'
import { atDepth, casesAtDepth } from '@openspot/db/testing/depth.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listMonitorVehicles } from '../../booking/monitor/vehicles.sql.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { randomFrom } from '../../testing/model/random.ts'
import { rightsOfPlate } from './look-up.ts'
import { aPlateWorld } from './testing/plate-world.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

test(
  'the rights of a plate are those of all vehicles of the lot that match it, now and at past moments',
  async () => {
    const { pool } = api.deps.database
    const seen = new Set<string>()
    for (let seed = 1; seed <= atDepth(5, 40); seed++) {
      const { lots, reads } = await aPlateWorld(api, randomFrom(seed))
      for (const { lot_id } of lots)
        for (const hours of casesAtDepth(3, [0, 2, 22, 9, 15, 33])) {
          const at = new Date(api.ports.now().getTime() - hours * 3_600_000)
          // Each moment as the present, and as the past.
          for (const [time, now] of [
            ['now', at],
            ['past', new Date(api.ports.now().getTime() + 3_600_000)],
          ] as const) {
            const vehicles = await listMonitorVehicles(pool, lot_id, at.toISOString(), now)
            const known = vehicles.map((each) => ({ ...each, plate_normalized: normalizePlate(each.plate) }))
            for (const read of reads) {
              const wanted = matchesOf(read, known)
              const found = await rightsOfPlate(pool, { lot_id, ...read, at }, now)
              expect(
                inOrder(found),
                `seed ${seed}, ${time}, ${hours} hours ago, ${read.plate_normalized}`,
              ).toEqual(inOrder(wanted))
              for (const right of wanted) for (const kind of kindsOf(right)) seen.add(`${time} ${kind}`)
            }
          }
        }
    }
    // Otherwise the lots are too poor to show a difference.
    const kinds = [
      ...matchOrder,
      ...['RESERVATION', 'ASSIGNED'].flatMap((right) =>
        ['current', 'changed', 'recorded'].map((plate) => `${right} ${plate}`),
      ),
    ]
    expect([...seen].toSorted()).toEqual(
      ['now', 'past'].flatMap((time) => kinds.map((kind) => `${time} ${kind}`)).toSorted(),
    )
  },
  atDepth(240_000, 900_000),
)

/** Rights of the same plate, kind, and spot have no order of their own. */
const inOrder = (rights: object[]) => rights.map((each) => JSON.stringify(each)).toSorted()

const kindsOf = ({ match, right, is_recorded_by_staff, replaced_at }: PlateRight) => [
  match,
  `${right} ${is_recorded_by_staff ? 'recorded' : replaced_at === null ? 'current' : 'changed'}`,
]
