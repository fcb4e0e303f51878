import type { DB } from '@openspot/db/types.ts'
import { residentsLot } from '@openspot/server/demo-accounts.ts'
import type { Insertable } from 'kysely'
import { momentOf } from './bills.ts'
import type { TownLot } from './lots.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'
import type { Times } from './span.ts'

/** Day, start hour, hours, and what became of it. */
const entries = [
  [3, 18, 4, 'WAITING'],
  [3, 17, 5, 'WAITING'],
  [9, 19, 4, 'WAITING'],
  [-4, 18, 3, 'EXPIRED'],
  [5, 9, 8, 'LEFT'],
] as const

/** Who waits for a spot in the residents' lot, where every spot has an assignee who needs it in the evening. */
export function waitlistRows(
  random: Random,
  lots: readonly TownLot[],
  drivers: readonly Person[],
  times: Times,
): Insertable<DB['waitlist_entries']>[] {
  const lot_id = lots.find(({ plan }) => plan.name === residentsLot)?.row.id
  if (lot_id === undefined) return []
  return entries.flatMap(([day, hour, hours, status], at) => {
    const driver = drivers[8 + at]
    const created_at = momentOf(times.at(Math.min(day, 0) - 1, 600 + at * 37))
    if (!driver) return []
    return [
      {
        id: random.id(),
        lot_id,
        user_id: driver.id,
        car_id: driver.cars[0]?.id ?? null,
        starts_at: momentOf(times.at(day, hour * 60)),
        ends_at: momentOf(times.at(day, (hour + hours) * 60)),
        status,
        created_at,
        changed_at: created_at,
      },
    ]
  })
}
