import type { PlateRight } from '@openspot/contract/operations/plates.ts'
import type { PlateLookupResult } from '@openspot/core/enums.ts'
import { matchesOf } from '@openspot/core/plates/match.ts'
import { normalizePlate } from '@openspot/core/plates/plates.ts'
import type { Queryable } from '@openspot/db/database.ts'
import { listNearRights } from '../../booking/monitor/plate-rights.sql.ts'

/** The plate that someone read, normalized, and the moment they ask about. */
export interface PlateQuestion {
  lot_id: string
  plate_normalized: string
  region: string
  at: Date
}

/**
 * Returns the rights to park in the lot at a moment up to now that are of this plate, or may be, the surest first. In a
 * transaction it reads what the transaction sees.
 */
export async function rightsOfPlate(
  db: Queryable,
  of: PlateQuestion,
  now: Date,
): Promise<(PlateRight & { plate_normalized: string; user_id: string })[]> {
  const near = await listNearRights(db, of, now)
  return matchesOf(
    of,
    near.map((each) => ({ ...each, plate_normalized: normalizePlate(each.plate) })),
  )
}

/** Returns what a lookup found. Similar plates are no right: a person has to compare them with the vehicle. */
export function resultOf([surest]: readonly PlateRight[]): PlateLookupResult {
  if (surest === undefined) return 'NO_RIGHT'
  return surest.match === 'EXACT' ? 'MAY_PARK' : 'SIMILAR'
}
