/** Normalizes and compares license plates as text. The raw reading and the region are stored separately. */

/** Characters that cameras and people confuse; the first of each group represents all in the look-alike key. */
const LOOK_ALIKES = ['0ODQ', '1IL', '2Z', '5S', '8B', '6G'] as const

const standsFor = new Map(
  LOOK_ALIKES.flatMap((group) => Array.from(group, (each) => [each, group.charAt(0)] as const)),
)

/**
 * Returns a plate for comparison: NFKD, without combining marks, upper case, letters and digits only. "b-ür 7 e" is
 * "BUR7E". It is idempotent, and the result may be empty.
 */
export function normalizePlate(raw: string): string {
  // Upper case before and after: "ß" and some ligatures expand in upper case into characters that decompose further.
  const once = raw.toUpperCase().normalize('NFKD').toUpperCase().normalize('NFKD')
  return once.replaceAll(/[^\p{L}\p{Nd}]/gu, '')
}

/** Returns a plate as passes, emails, and notices show it: in capitals, with single spaces. */
export const shownPlate = (plate: string): string => plate.trim().replaceAll(/\s+/g, ' ').toUpperCase()

/**
 * Returns the key that look-alike plates share: O, D, and Q count as 0, I and L as 1, and so on. Only for finding
 * candidates and showing near misses: two plates with the same key are not the same plate.
 */
export function lookAlikeKey(normalized: string): string {
  return Array.from(normalized, (each) => standsFor.get(each) ?? each).join('')
}

/** Returns the characters that look like this one, including itself. */
export const lookAlikesOf = (character: string): string[] =>
  Array.from(LOOK_ALIKES.find((group) => group.includes(character)) ?? character)
