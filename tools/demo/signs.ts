import type { DB } from '@openspot/db/types.ts'
import { staffedLot } from '@openspot/server/demo-accounts.ts'
import type { Insertable } from 'kysely'
import { momentOf } from './bills.ts'
import type { TownLot } from './lots.ts'
import type { Random } from './random.ts'
import type { Times } from './span.ts'

/** Where each sign hangs, what it opens, and how often it is scanned on a day. */
const places = [
  ['Entrance on Wells Street', 'lot', 9],
  ['Elevator, level 1', 'lot', 4],
  ['Pay station', 'book', 6],
  ['Spot A7', 'spot', 1],
] as const

/** The signs of the garage with their scans in the last thirty days. */
export function signRows(
  random: Random,
  lots: readonly TownLot[],
  admin_id: string | undefined,
  times: Times,
) {
  const signs: Insertable<DB['signs']>[] = []
  const short_links: Insertable<DB['short_links']>[] = []
  const short_link_scans: Insertable<DB['short_link_scans']>[] = []
  const garage = lots.find(({ plan }) => plan.name === staffedLot)
  if (!garage || admin_id === undefined) return { signs, short_links, short_link_scans }
  const { id: lot_id, public_id } = garage.row
  const hung_at = momentOf(times.at(-100, 600))
  for (const [place, opens, perDay] of places) {
    const sign_id = random.id()
    const spot = garage.spots.find(({ label }) => place.endsWith(label)) ?? garage.spots[0]
    const path =
      opens === 'lot'
        ? `/l/${public_id}`
        : opens === 'book'
          ? `/book/${public_id}`
          : `/l/${public_id}?spot_id=${spot?.id}`
    const link_id = random.id()
    signs.push({ id: sign_id, lot_id, place, printed_path: path, created_at: hung_at, hung_at })
    short_links.push({
      id: link_id,
      lot_id,
      code: random.publicId().slice(0, 10),
      path,
      sign_id,
      created_at: hung_at,
      created_by_user_id: admin_id,
    })
    for (let day = -30; day < 0; day++) {
      const scans = random.int(0, perDay * 2)
      if (scans === 0) continue
      const scanned_on = momentOf(times.at(day, 720)).slice(0, 10)
      short_link_scans.push({ short_link_id: link_id, lot_id, scanned_on, scans, outdated_scans: 0 })
    }
  }
  return { signs, short_links, short_link_scans }
}
