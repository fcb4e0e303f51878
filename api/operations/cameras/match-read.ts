import type { PlateRight } from '@openspot/contract/operations/plates.ts'
import { admittedBy } from '@openspot/core/plates/match.ts'
import { normalizePlate } from '@openspot/core/plates/plates.ts'
import type { Queryable } from '@openspot/db/database.ts'
import { type PlateQuestion, rightsOfPlate } from '../plates/look-up.ts'

type Right = PlateRight & { plate_normalized: string; user_id: string }

/** The right by which a vehicle may be in a lot, or why none was found. */
export type ReadMatch = { right: Right; is_ambiguous: false } | { right: null; is_ambiguous: boolean }

/**
 * Returns the right of a plate that a camera read. A right that begins or ended within `minutes` counts, because drivers
 * arrive early and leave late. Between several vehicles it does not guess.
 */
export async function matchRead(
  db: Queryable,
  of: PlateQuestion,
  minutes: number,
  now: Date,
): Promise<ReadMatch> {
  let is_ambiguous = false
  for (const shift of minutes === 0 ? [0] : [0, minutes, -minutes]) {
    const at = new Date(of.at.getTime() + shift * 60_000)
    const rights = await rightsOfPlate(db, { ...of, at }, now)
    const [first, ...others] = admittedBy(rights)
    if (first) return { right: others.reduce(longer, first), is_ambiguous: false }
    is_ambiguous ||= rights.length > 0
  }
  return { right: null, is_ambiguous }
}

/** Returns the right that ends later, of two of one vehicle. */
const longer = (a: Right, b: Right): Right =>
  a.ends_at === null || (b.ends_at !== null && Date.parse(a.ends_at) >= Date.parse(b.ends_at)) ? a : b

/** Returns the columns in which a right is stored with a read or a visit. */
export const matchColumns = ({ right }: ReadMatch) => ({
  match: right?.match ?? null,
  right_kind: right?.right ?? null,
  reservation_id: right?.reservation_id ?? null,
  user_id: right?.user_id ?? null,
  spot_label: right?.spot_label ?? null,
  right_ends_at: right?.ends_at ?? null,
})

/** Returns the plate of the right for comparison. */
export const plateOfRight = ({ right }: ReadMatch): string | null =>
  right && normalizePlate(right.plate).slice(0, 15)
