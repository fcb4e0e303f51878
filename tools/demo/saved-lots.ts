import type { DB } from '@openspot/db/types.ts'
import type { Insertable } from 'kysely'
import { momentOf } from './bills.ts'
import type { TownLot } from './lots.ts'
import type { People } from './people.ts'
import type { Random } from './random.ts'
import type { Times } from './span.ts'

/** What drivers saved: the demo driver three lots, and some others one or two. */
export function savedLotRows(
  random: Random,
  lots: readonly TownLot[],
  people: People,
  times: Times,
): Insertable<DB['saved_lots']>[] {
  const open = lots.filter(({ plan }) => !plan.is_private)
  const driver = people.named.get('driver')
  const savers = [
    ...(driver ? [{ user_id: driver.id, count: 3 }] : []),
    ...people.drivers
      .filter(({ id }, at) => at % 4 === 0 && id !== driver?.id)
      .map(({ id }) => ({ user_id: id, count: random.int(1, 2) })),
  ]
  return savers.flatMap(({ user_id, count }) =>
    random
      .shuffled(open)
      .slice(0, count)
      .map(({ row }, at) => ({
        user_id,
        lot_id: row.id,
        created_at: momentOf(times.at(-3 - at * 6, 700 + at * 91)),
      })),
  )
}
