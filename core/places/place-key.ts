import { foldScripts } from './fold-scripts.ts'

/** Abbreviations of addresses and names, as they are written out. */
const abbreviations: Record<string, string> = {
  n: 'north',
  s: 'south',
  e: 'east',
  w: 'west',
  st: 'street',
  ave: 'avenue',
  av: 'avenue',
  blvd: 'boulevard',
  dr: 'drive',
  rd: 'road',
  ln: 'lane',
  ct: 'court',
  pl: 'place',
  sq: 'square',
  pkwy: 'parkway',
  hwy: 'highway',
  expy: 'expressway',
  ter: 'terrace',
  mt: 'mount',
  ft: 'fort',
  intl: 'international',
  univ: 'university',
  ctr: 'center',
  centre: 'center',
  theatre: 'theater',
}

/** Splits a text into lower-case words without accents and punctuation: "O'Hare Int'l" has "ohare" and "intl". */
const wordsOf = (text: string): string[] =>
  foldScripts(text.normalize('NFKD').replace(/[\p{M}'’‘`.]/gu, ''))
    .toLowerCase()
    .replace(/&/g, ' and ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** Writes out an abbreviation. "St" before a name is a saint. */
const written = (word: string, at: number): string =>
  word === 'st' && at === 0 ? 'saint' : (abbreviations[word] ?? word)

/** Returns a name in the form in which names are stored and compared. */
export function placeKey(name: string): string {
  const words = wordsOf(name)
  // "The Loop" is found as "Loop", and "The" alone stays.
  const rest = words[0] === 'the' && words.length > 1 ? words.slice(1) : words
  return rest.map(written).join(' ')
}

/**
 * Returns a typed text in the same form. Its last word may be the beginning of another one, so it is only written out
 * if it can't begin what it stands for: "w" may begin "Wells", but "blvd" begins nothing.
 */
export function typedKey(text: string): string {
  const words = wordsOf(text)
  const rest = words[0] === 'the' && words.length > 1 ? words.slice(1) : words
  const last = rest.length - 1
  return rest
    .map((word, at) => {
      const full = written(word, at)
      return at === last && full.startsWith(word) ? word : full
    })
    .join(' ')
}
