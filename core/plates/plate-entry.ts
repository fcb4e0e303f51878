/** Reads license plates that people type, and says which character is on no plate. Keys are made by `normalizePlate` alone. */

import { normalizePlate } from './plates.ts'

/** Letters of other alphabets that look like a Latin capital letter. */
const twins = new Map(
  (
    [
      ['АВЕКМНОРСТУХІЈЅ', 'ABEKMHOPCTYXIJS'],
      ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
    ] as const
  ).flatMap(([others, latin]) => Array.from(others, (letter, i) => [letter, latin.charAt(i)] as const)),
)

/**
 * Regions whose plates have only letters that look the same in Latin and in the alphabet of the country. A plate that is typed there in
 * that alphabet is the same one in Latin letters.
 */
const shared = new Map([
  ['BG', new Set('АВЕКМНОРСТУХ')],
  ['UA', new Set('АВЕІКМНОРСТХ')],
  ['BA', new Set('АЕЈКМОТ')],
  ['GR', new Set('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ')],
])

/** What California puts in place of a space on the plates that support children. */
const signsOf = new Map([['CA', new Set(Array.from('♥❤★⭐✋+'))]])

export const plateProblemKinds = ['SIGN', 'LETTER', 'LENGTH'] as const

export type PlateProblem =
  | { kind: 'SIGN'; character: string }
  | { kind: 'LETTER'; character: string; suggestion: string | null }
  | { kind: 'LENGTH' }

export type PlateEntry =
  | { plate: string; plate_normalized: string; problem: null }
  | { problem: PlateProblem }

const isPlain = (character: string): boolean => /^[A-Z0-9]*$/.test(normalizePlate(character))

const capital = (letter: string): string => {
  const bare = letter.toUpperCase().normalize('NFKD').replaceAll(/\p{M}/gu, '')
  return bare === '' ? letter : bare
}

/** Returns a text with the Latin letters in place of those that look like them. */
export const inLatin = (raw: string): string =>
  Array.from(raw, (letter) => twins.get(capital(letter)) ?? letter).join('')

/** Returns a character as a reader can recognize it; one that can't be seen by its number. */
const shownOf = (character: string): string =>
  /^[\p{C}\p{Z}\p{M}]+$/u.test(character)
    ? `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
    : character

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const isSign = (grapheme: string): boolean => /[^\p{L}\p{Mn}\p{Mc}\p{Nd}\p{P}\p{Z}\p{Cf}\s+|]/u.test(grapheme)

/**
 * Returns the plate that a person typed, for its owner and for comparison, or what is wrong with it. The region is a code of
 * `regions.ts`, empty if it is unknown.
 */
export function plateEntry(raw: string, region: string): PlateEntry {
  const common = shared.get(region.toUpperCase())
  const signs = signsOf.get(region.toUpperCase())
  const plate = Array.from(raw, (letter) => (common?.has(capital(letter)) ? inLatin(letter) : letter))
    .join('')
    .trim()
  const parts = Array.from(graphemes.segment(plate), ({ segment }) => segment)
  const sign = parts.find((part) => isSign(part) && !signs?.has(Array.from(part)[0] ?? ''))
  if (sign !== undefined) return { problem: { kind: 'SIGN', character: shownOf(sign) } }
  const letter = parts.find((part) => !isPlain(part))
  if (letter !== undefined) {
    const latin = inLatin(plate).toUpperCase()
    return {
      problem: { kind: 'LETTER', character: shownOf(letter), suggestion: isPlain(latin) ? latin : null },
    }
  }
  const plate_normalized = normalizePlate(plate)
  if (plate_normalized === '' || plate_normalized.length > 15) return { problem: { kind: 'LENGTH' } }
  return { plate, plate_normalized, problem: null }
}
