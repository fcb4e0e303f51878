/** Normalizes and compares license plates as text. The raw reading and the region are stored separately. */

/** Characters that cameras and people confuse; the first of each group represents all in the look-alike key. */
const LOOK_ALIKES = ['0ODQ', '1IL', '2Z', '5S', '8B', '6G'] as const

const standsFor = new Map(
  LOOK_ALIKES.flatMap((group) => Array.from(group, (each) => [each, group.charAt(0)] as const)),
)

/** Minimum and maximum length; a single character is far more often a misreading than a plate. */
const PLATE_LENGTH = { min: 2, max: 10 } as const

/**
 * Returns a plate for comparison: NFKD, without combining marks, upper case, letters and digits only. "b-ür 7 e" is
 * "BUR7E". It is idempotent, and the result may be empty.
 */
export function normalizePlate(raw: string): string {
  // Upper case before and after: "ß" and some ligatures expand in upper case into characters that decompose further.
  const once = raw.toUpperCase().normalize('NFKD').toUpperCase().normalize('NFKD')
  return once.replaceAll(/[^\p{L}\p{Nd}]/gu, '')
}

/** Whether a normalized plate has a valid length in characters. */
export function isPlate(normalised: string): boolean {
  const { length } = Array.from(normalised)
  return length >= PLATE_LENGTH.min && length <= PLATE_LENGTH.max
}

/**
 * Returns the key that look-alike plates share: O, D, and Q count as 0, I and L as 1, and so on. Only for finding
 * candidates and showing near misses: two plates with the same key are not the same plate.
 */
export function lookAlikeKey(normalised: string): string {
  return Array.from(normalised, (each) => standsFor.get(each) ?? each).join('')
}

/**
 * Returns the number of positions at which two normalized plates differ if every difference is between look-alikes: 0
 * if equal, null if they differ otherwise. Granting access accepts 0, else 1; a fine needs 0, or a person who confirms
 * the photo.
 */
export function countLookAlikes(a: string, b: string): number | null {
  const [left, right] = [Array.from(a), Array.from(b)]
  if (left.length !== right.length || lookAlikeKey(a) !== lookAlikeKey(b)) return null
  return left.filter((each, at) => each !== right[at]).length
}

/** Whether one inserted, deleted, or changed character turns one normalized plate into the other; false if equal. */
export function isOneEditApart(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [Array.from(a), Array.from(b)] : [Array.from(b), Array.from(a)]
  if (long.length - short.length > 1 || a === b) return false
  const same = short.findIndex((each, at) => each !== long[at])
  const from = same === -1 ? short.length : same
  const rest = short.slice(short.length === long.length ? from + 1 : from).join('')
  return rest === long.slice(from + 1).join('')
}
