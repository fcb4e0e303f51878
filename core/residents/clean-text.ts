import { carFacts } from '../cars/car-facts.ts'
import { type PlateProblem, plateEntry } from '../plates/plate-entry.ts'
import { isPlateRegion } from '../plates/regions.ts'
import { plainName } from '../text/plain-name.ts'
import type { VendorVehicle } from './vendor-row.ts'

/** Invisible characters that come along when people copy text: zero-width spaces and joiners, soft hyphens, byte order marks. */
const zeroWidth = /[\u00ad\u180e\u200b-\u200f\u2060-\u2064\ufeff]/g
/** Half of a character outside the basic plane, which the database cannot store. */
const lone = /\p{Surrogate}/gu
const control = /\p{Cc}/gu
const trailingNote = /\s*(?:\([^()]*\)|\[[^[\]]*\]|\{[^{}]*\})\s*$/

const MAX_TEXT = 200
const MAX_NAME = 100
const MAX_PLATE = 20

/** What people enter where a system requires a name and there is none. */
const fillers = new Set(['unknown', 'vacant', 'model', 'n/a', 'n.a.', 'tbd'])

const settle = (text: string, step: (text: string) => string): string => {
  let [before, after] = [text, step(text)]
  // Each step can expose what an earlier one removes, such as a note in front of another note.
  while (after !== before) [before, after] = [after, step(after)]
  return after
}

const collapsed = (text: string): string =>
  text.replaceAll(zeroWidth, '').replaceAll(lone, '').normalize('NFC').replaceAll(/\s+/g, ' ').trim()

const cut = (text: string, length: number): string =>
  Array.from(text).length > length ? Array.from(text).slice(0, length).join('').trim() : text

/** Returns a text without invisible and control characters, with single spaces, and no longer than `length`; null if nothing is left. */
export function cleanText(text: string | null, length = MAX_TEXT): string | null {
  const clean = settle(text ?? '', (each) => cut(collapsed(collapsed(each).replaceAll(control, ' ')), length))
  return clean === '' ? null : clean
}

/**
 * Returns a first or last name without asterisks, notes in brackets at its end, and what the names of people must not
 * contain. Null if it is not a name: nothing or only a filler is left, it has no letter, is too long, or contained
 * control characters.
 */
export function cleanName(text: string | null): string | null {
  const received = collapsed(text ?? '')
  if (/\p{Cc}/u.test(received)) return null
  const clean = settle(received, (each) => {
    const bare = each.replaceAll('*', ' ')
    return collapsed(plainName(bare.replace(trailingNote, '')))
  })
  if (!/\p{L}/u.test(clean) || Array.from(clean).length > MAX_NAME) return null
  return clean.split(' ').every((word) => fillers.has(word.toLowerCase())) ? null : clean
}

/** Returns a name for comparison: letters and digits only, without marks and upper case. */
const nameKey = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{Nd}]/gu, '')

interface Named {
  first_name: string | null
  last_name: string | null
}

/** Whether two people have the same first and last name. A missing name is equal to none. */
export function sameName(one: Named, other: Named): boolean {
  const equal = (a: string | null, b: string | null) =>
    a !== null && b !== null && nameKey(a) !== '' && nameKey(a) === nameKey(b)
  return equal(one.first_name, other.first_name) && equal(one.last_name, other.last_name)
}

/** A license plate that is on no vehicle, as it was received, and what is wrong with it. */
export interface UnusablePlate {
  plate: string
  problem: PlateProblem
}

const isFiller = (plate: string): boolean =>
  !/[\p{L}\p{Nd}\p{S}]/u.test(plate) || ['na', 'none', ...fillers].includes(plate.toLowerCase())

/**
 * Returns the vehicles that have a plate, each once, with plates and facts that can be stored, and the first plate that cannot be
 * used, because nobody is there to ask.
 */
export function cleanVehicles(vehicles: readonly VendorVehicle[]): {
  vehicles: VendorVehicle[]
  unusable: UnusablePlate | null
} {
  const byPlate = new Map<string, VendorVehicle>()
  let unusable: UnusablePlate | null = null
  for (const vehicle of vehicles) {
    const region = cleanText(vehicle.region)?.toUpperCase() ?? null
    const raw = cleanText(vehicle.plate, MAX_PLATE) ?? ''
    if (isFiller(raw)) continue
    const entry = plateEntry(raw, region ?? '')
    if (entry.problem !== null) {
      unusable ??= { plate: raw, problem: entry.problem }
      continue
    }
    const { plate, plate_normalized } = entry
    const clean = {
      plate,
      region: region && isPlateRegion(region) ? region : null,
      make: cleanText(vehicle.make, carFacts.make),
      model: cleanText(vehicle.model, carFacts.model),
      color: cleanText(vehicle.color, carFacts.color),
    }
    const key = `${plate_normalized} ${clean.region ?? ''}`
    if (!byPlate.has(key)) byPlate.set(key, clean)
  }
  return {
    vehicles: [...byPlate.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, vehicle]) => vehicle),
    unusable,
  }
}

/** Returns the names of rented spots, each once and in alphabetical order. */
export function cleanSpots(spots: readonly string[]): string[] {
  const names = spots.map((spot) => cleanText(spot)).filter((name) => name !== null)
  return [...new Set(names)].sort()
}
