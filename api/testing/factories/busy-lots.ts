import type { DB } from '@openspot/db/types.ts'
import type { Insertable } from 'kysely'
import type { TestApi } from '../api.ts'
import { aReservation } from './calendars.ts'
import { aLot, type TestLot } from './lots.ts'
import { aMember, aPerson, type Person } from './people.ts'

const HOUR_MS = 3_600_000

/** A lot of four spots that is full on Friday evenings, and sold on some Tuesday mornings. */
export async function aBusyLot(
  api: TestApi,
  more: Partial<Insertable<DB['lots']>> = {},
): Promise<{ lot: TestLot; owner: Person }> {
  const made = await aLot(api, more, 4)
  const [driver, staff] = [await aPerson(api), await aMember(api, made.lot_id, 'SUPER_ADMIN')]
  const now = api.ports.now().getTime()
  for (let week = 1; week <= 13; week += 1) {
    // The Friday before a Monday, 5 PM: two bookings of an hour and one of two hours on each spot. No clock changes in these weeks.
    const friday =
      Date.parse('2026-02-27T23:00:00Z') +
      (now - Date.parse('2026-03-02T15:00:00Z')) -
      (week - 1) * 168 * HOUR_MS
    const tuesday = friday - 79 * HOUR_MS
    const times: [spot: number, starts: number, hours: number, cents: number][] = [0, 1, 2, 3].flatMap(
      (spot) => [
        [spot, friday, 1, 499],
        [spot, friday + HOUR_MS, 1, 499],
        [spot, friday + 2 * HOUR_MS, 2, 899],
      ],
    )
    if (week % 2 === 0) times.push([0, tuesday, 3, 1299])
    for (const [spot, starts, hours, total_cents] of times) {
      await aReservation(api, {
        lot_id: made.lot_id,
        spot_id: made.spot_ids[spot] ?? '',
        user_id: driver.user_id,
        starts_at: new Date(starts).toISOString(),
        ends_at: new Date(starts + hours * HOUR_MS).toISOString(),
        created_at: new Date(starts - HOUR_MS / 2).toISOString(),
        confirmed_at: new Date(starts - HOUR_MS / 2).toISOString(),
        total_cents,
      })
    }
  }
  return { lot: made, owner: staff }
}
