import type { PlateMatch } from '../enums.ts'
import { lookAlikeKey } from './plates.ts'

/** A license plate as it is compared. `region` is a state or country, or empty if it is unknown. */
export interface PlateReading {
  plate_normalized: string
  region: string
}

/** Shorter plates have too many neighbors for one wrong character to mean anything. */
export const SHORTEST_FOR_ONE_EDIT = 6
/** The surest match first. */
export const matchOrder: readonly PlateMatch[] = ['EXACT', 'OTHER_REGION', 'LOOK_ALIKE', 'ONE_EDIT']

/** Returns whether one text becomes the other by replacing, adding, or removing one character. */
export function isOneEdit(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (long.length - short.length > 1 || a === b) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at++
  return short.slice(short.length === long.length ? at + 1 : at) === long.slice(at + 1)
}

/** Returns how a plate that someone read may be the plate of a right, or null if it cannot be. */
export function matchOf(read: PlateReading, known: PlateReading): PlateMatch | null {
  if (read.plate_normalized === known.plate_normalized)
    return read.region === known.region || read.region === '' || known.region === ''
      ? 'EXACT'
      : 'OTHER_REGION'
  if (lookAlikeKey(read.plate_normalized) === lookAlikeKey(known.plate_normalized)) return 'LOOK_ALIKE'
  const shortest = Math.min(read.plate_normalized.length, known.plate_normalized.length)
  return shortest >= SHORTEST_FOR_ONE_EDIT && isOneEdit(read.plate_normalized, known.plate_normalized)
    ? 'ONE_EDIT'
    : null
}

/** Returns everything that may be the plate that was read, the surest first. */
export function matchesOf<Known extends PlateReading>(
  read: PlateReading,
  known: readonly Known[],
): (Known & { match: PlateMatch })[] {
  return known
    .flatMap((each) => {
      const match = matchOf(read, each)
      return match === null ? [] : [{ ...each, match }]
    })
    .toSorted((a, b) => matchOrder.indexOf(a.match) - matchOrder.indexOf(b.match))
}

/**
 * Returns what a plate that was read gives access by. Access is lenient: an exact match, otherwise the only vehicle that
 * looks alike, otherwise the only one that differs by one character. Between several vehicles it does not guess. A fine is
 * not lenient: anything but an exact match needs a person who confirms the photo.
 */
export function admittedBy<Known extends PlateReading & { match: PlateMatch }>(
  matches: readonly Known[],
): readonly Known[] {
  for (const match of matchOrder) {
    const found = matches.filter((each) => each.match === match)
    const vehicles = new Set(found.map((each) => `${each.plate_normalized} ${each.region}`))
    if (vehicles.size === 1 || (vehicles.size > 1 && match === 'EXACT')) return found
    if (vehicles.size > 1) return []
  }
  return []
}
