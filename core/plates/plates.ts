/**
 * Number plates as text (design/gates.md, "Plates"). The raw reading and the region are kept beside what comes out
 * here; this is only for comparing.
 */

/** Groups that cameras and people confuse; the first of each stands for all in the look-alike key. */
const LOOK_ALIKES = ['0ODQ', '1IL', '2Z', '5S', '8B', '6G'] as const

const standsFor = new Map(
  LOOK_ALIKES.flatMap((group) => Array.from(group, (each) => [each, group.charAt(0)] as const)),
)

/** Shortest and longest plate taken; single characters are misreadings far more often than plates. */
const PLATE_LENGTH = { min: 2, max: 10 } as const

/**
 * A plate for comparing: NFKD, without combining marks, upper case, letters and digits only. "b-ür 7 e" is "BUR7E".
 * Doing it twice changes nothing. Empty when nothing of it is left.
 */
export function normalizePlate(raw: string): string {
  // Upper case first and last: "ß" and some ligatures come apart in it, into characters that decompose further.
  const once = raw.toUpperCase().normalize('NFKD').toUpperCase().normalize('NFKD')
  return once.replaceAll(/[^\p{L}\p{Nd}]/gu, '')
}

/** Whether a normalised plate has a length that plates have, in characters. */
export function isPlate(normalised: string): boolean {
  const { length } = Array.from(normalised)
  return length >= PLATE_LENGTH.min && length <= PLATE_LENGTH.max
}

/**
 * The key that look-alike plates share: O, D and Q count as 0, I and L as 1, and so on. Only for finding candidates
 * and showing near misses: two plates with one key are not the same plate.
 */
export function lookAlikeKey(normalised: string): string {
  return Array.from(normalised, (each) => standsFor.get(each) ?? each).join('')
}

/**
 * In how many places two normalised plates differ where every difference is between look-alikes: 0 when equal, null
 * when they differ otherwise. Granting accepts 0, else 1; a fine needs 0, or a person who confirms the photo.
 */
export function countLookAlikes(a: string, b: string): number | null {
  const [left, right] = [Array.from(a), Array.from(b)]
  if (left.length !== right.length || lookAlikeKey(a) !== lookAlikeKey(b)) return null
  return left.filter((each, at) => each !== right[at]).length
}

/** Whether one character put in, left out or changed turns one normalised plate into the other; false when equal. */
export function isOneEditApart(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [Array.from(a), Array.from(b)] : [Array.from(b), Array.from(a)]
  if (long.length - short.length > 1 || a === b) return false
  const same = short.findIndex((each, at) => each !== long[at])
  const from = same === -1 ? short.length : same
  const rest = short.slice(short.length === long.length ? from + 1 : from).join('')
  return rest === long.slice(from + 1).join('')
}
