import { readFileSync } from 'node:fs'
import { isOneOf, type PlaceKind, placeKinds } from '@openspot/core/enums.ts'
import { placeKey } from '@openspot/core/places/place-key.ts'
import { editDistance } from '@openspot/core/text/edit-distance.ts'
import { type Locale, languageOf } from '@openspot/core/text/locales.ts'

const file = new URL('./data/place-names.tsv', import.meta.url)
const languages = ['es', 'fr', 'de', 'pt', 'it', 'zh', 'ja', 'ar'] as const

/** A place as the tables of search know it, by its English name. */
interface NamedPlace {
  kind: PlaceKind
  name: string
  region: string
  /** Its English name in the form in which it is compared. */
  key: string
  /** What it is called in other languages: the name to show. */
  shown: ReadonlyMap<string, string>
  /** All its names in other languages, in the form in which they are compared. */
  keys: readonly string[]
}

/** A place that a text names, or nearly names, in another language. */
export interface OtherName {
  place: NamedPlace
  /** The name that was found, in the form in which it is compared. */
  key: string
  is_exact: boolean
  likeness: number
}

let read: readonly NamedPlace[] | null = null
const places = (): readonly NamedPlace[] => (read ??= readPlaces())

function readPlaces(): NamedPlace[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((row) => row !== '' && !row.startsWith('#'))
    .map((row) => {
      const [kind, name = '', region = '', ...cells] = row.split('\t')
      if (!isOneOf(placeKinds, kind)) throw new Error(`${kind} is no kind of place.`)
      const names = cells.map((cell) => cell.split('|').filter((one) => one !== ''))
      const shown = new Map(
        languages.flatMap((language, at) => {
          const [first] = names[at] ?? []
          return first === undefined ? [] : [[language, first] as const]
        }),
      )
      return {
        kind,
        name,
        region,
        key: placeKey(name),
        shown,
        keys: [...new Set(names.flat().map(placeKey))],
      }
    })
}

const id = (kind: string, name: string, region: string | null) => `${kind} ${name} ${region ?? ''}`
let byId: ReadonlyMap<string, NamedPlace> | null = null

/** Returns what readers of a language call a place; null if that is its English name, or not known. */
export function readerName(
  { kind, name, region }: { kind: string; name: string; region: string | null },
  reader: Locale,
): string | null {
  byId ??= new Map(places().map((place) => [id(place.kind, place.name, place.region), place]))
  const shown = byId.get(id(kind, name, region))?.shown.get(languageOf(reader))
  return shown === undefined || shown === name ? null : shown
}

/** The most places that are looked up for one text. */
const MOST = 6
const isOfCharacters = (text: string) => /\p{Script=Han}|\p{Script=Katakana}/u.test(text)
/** The shortest text that may begin a name: a character of Chinese or Japanese says more than a letter. */
const leastLetters = (key: string) => (isOfCharacters(key) ? 1 : 3)
/** How many letters of a text may be wrong. */
const mostWrong = (key: string) => {
  if (isOfCharacters(key)) return key.length < 3 ? 0 : key.length < 7 ? 1 : 2
  return key.length < 5 ? 0 : key.length < 9 ? 1 : 2
}

/** Returns the places that a typed text names in another language, and if there are none, those that it nearly names. */
export function findOtherNames(key: string): OtherName[] {
  if (key.length < leastLetters(key)) return []
  const begun = places().flatMap((place) => {
    const [found] = place.keys
      .filter((one) => one.startsWith(key))
      .toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))
    return found === undefined ? [] : [{ place, key: found, is_exact: true, likeness: 1 }]
  })
  if (begun.length > 0) return begun.toSorted((a, b) => a.key.length - b.key.length).slice(0, MOST)
  const most = mostWrong(key)
  if (most === 0) return []
  return places()
    .flatMap((place) => {
      const [found] = place.keys
        .map((one) => ({ one, wrong: nearness(key, one, most) }))
        .filter(({ wrong }) => wrong < most + 1)
        .toSorted((a, b) => a.wrong - b.wrong)
      if (found === undefined) return []
      return [{ place, key: found.one, is_exact: false, likeness: 1 - found.wrong / key.length }]
    })
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, MOST)
}

/** By how much a text differs from a name, or, which is worth less, from as much of its beginning as was typed. */
const nearness = (key: string, name: string, most: number): number =>
  Math.min(
    editDistance(key, name, most),
    name.length > key.length ? editDistance(key, name.slice(0, key.length), most) + 0.5 : most + 1,
  )
