import type { Input } from '@openspot/contract/call.ts'
import { listLotSpotsRoute, type updateSpotsRoute } from '@openspot/contract/lots/lot-spots.ts'
import type { StaffSpot } from '@openspot/contract/lots/spots.ts'
import { changedSpotFacts } from '@openspot/core/spots/spot-facts.ts'
import { callApi } from '@/lib/api.ts'

type Change = Input<typeof updateSpotsRoute>['body']

/** Reads the spots that are about to change, with all that may change of them. */
export async function readSpots(lot_id: string, spot_ids: readonly string[]): Promise<StaffSpot[]> {
  const wanted = new Set(spot_ids)
  const found: StaffSpot[] = []
  let cursor: string | undefined
  do {
    const page = await callApi(
      listLotSpotsRoute,
      { params: { lot_id }, query: { limit: 100, ...(cursor === undefined ? {} : { cursor }) } },
      { client: 'admin' },
    )
    found.push(...page.items.filter(({ id }) => wanted.has(id)))
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined && found.length < wanted.size)
  return found
}

/**
 * Returns the changes that give spots back what they had before `change`, one for all spots that had the same. Fields that `change`
 * doesn't name are left alone.
 */
export function changesBack(before: readonly StaffSpot[], change: Omit<Change, 'spot_ids'>): Change[] {
  const groups = new Map<string, Change>()
  for (const spot of before) {
    const former = {
      ...(change.type === undefined ? {} : { type: spot.type }),
      ...(change.level === undefined ? {} : { level: spot.level }),
      ...(change.zone_id === undefined ? {} : { zone_id: spot.zone_id }),
      ...(change.rates === undefined || spot.rates === undefined ? {} : { rates: spot.rates }),
      ...(change.min_reservation_price === undefined
        ? {}
        : { min_reservation_price: spot.min_reservation_price ?? null }),
      ...(change.max_reservation_price === undefined
        ? {}
        : { max_reservation_price: spot.max_reservation_price ?? null }),
      ...changedSpotFacts(change, (fact) => spot[fact] ?? null),
      ...((change.features ?? change.add_features ?? change.remove_features) === undefined
        ? {}
        : { features: spot.features }),
    }
    const key = JSON.stringify(former)
    const group = groups.get(key)
    groups.set(key, { ...former, spot_ids: [...(group?.spot_ids ?? []), spot.id] })
  }
  return [...groups.values()]
}
