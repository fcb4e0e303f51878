import type { PlateLookupResult } from '../enums.ts'
import { type HashAll, type HashedMatch, type HashedPlate, hashedMatchesOf } from '../plates/hashed.ts'
import type { PlateReading } from '../plates/match.ts'
import type { ParkingRight } from '../plates/rights.ts'

/** A right to park as a patroller's device keeps it. */
export interface HashedRight extends HashedPlate {
  spot_label: string
  right: ParkingRight
  starts_at: string
  ends_at: string | null
}

/** What a device knows about rights, and for which time. */
export interface KnownRights {
  as_of: string
  /** Rights that begin later are not known. */
  known_until: string
  rights: readonly HashedRight[]
}

/** What a device says about a plate. UNKNOWN: its data doesn't reach that moment. */
export interface Judgment {
  result: PlateLookupResult | 'UNKNOWN'
  /** The rights at that moment that are, or may be, of this plate; the surest first. */
  rights: HashedMatch<HashedRight>[]
  /** The last right of exactly this plate that ended. */
  ended: HashedRight | null
  /** The next right of exactly this plate. */
  next: HashedRight | null
}

/** Returns whether a plate may park at a moment, as far as the device knows. Similar plates are no right: a person compares them. */
export async function judgePlate(
  read: PlateReading,
  at: Date,
  known: KnownRights,
  hashAll: HashAll,
): Promise<Judgment> {
  const matches = await hashedMatchesOf(read, known.rights, hashAll)
  const now = at.getTime()
  const starts = ({ starts_at }: HashedRight) => Date.parse(starts_at)
  const ends = ({ ends_at }: HashedRight) =>
    ends_at === null ? Number.POSITIVE_INFINITY : Date.parse(ends_at)
  const rights = matches.filter((each) => starts(each) <= now && ends(each) > now)
  const exact = matches.filter(({ match }) => match === 'EXACT')
  const ended = exact.filter((each) => ends(each) <= now).toSorted((a, b) => ends(b) - ends(a))
  const next = exact.filter((each) => starts(each) > now).toSorted((a, b) => starts(a) - starts(b))
  const isCovered = now <= Date.parse(known.known_until)
  return {
    result: isCovered ? resultOf(rights) : 'UNKNOWN',
    rights,
    ended: ended[0] ?? null,
    next: next[0] ?? null,
  }
}

function resultOf([surest]: readonly HashedMatch<HashedRight>[]): PlateLookupResult {
  if (surest === undefined) return 'NO_RIGHT'
  return surest.match === 'EXACT' ? 'MAY_PARK' : 'SIMILAR'
}
