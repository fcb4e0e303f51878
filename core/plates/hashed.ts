import type { PlateMatch } from '../enums.ts'
import { matchOrder, type PlateReading, SHORTEST_FOR_ONE_EDIT } from './match.ts'
import { allLookAlikesOf, oneEditsOf } from './neighbors.ts'
import { lookAlikeKey } from './plates.ts'

/** A plate as a device keeps it: keyed hashes, so that its storage holds no list of plates. */
export interface HashedPlate {
  plate_hash: string
  /** The hash of the key that look-alike plates share. */
  look_alike_hash: string
  region: string
}

/** A match with the plate that it is, or null if it can't be told from its hash. */
export type HashedMatch<Known extends HashedPlate> = Known & {
  match: PlateMatch
  plate_normalized: string | null
}

/** Returns the keyed hash of each text. */
export type HashAll = (texts: readonly string[]) => Promise<string[]>

/** The texts that are hashed for a plate. The prefix keeps a plate from having the hash of a look-alike key. */
export const plateText = (plate_normalized: string): string => `plate ${plate_normalized}`
export const lookAlikeText = (plate_normalized: string): string => `alike ${lookAlikeKey(plate_normalized)}`

/** A plate with more look-alikes than this is shown as similar without its text. */
const MAX_LOOK_ALIKES = 20_000

/**
 * Returns everything that may be the plate that was read, the surest first, as `matchesOf` does for plates that are not hashed.
 * Near misses are found by hashing what the plate could be instead, so nobody learns a plate without reading a similar one.
 */
export async function hashedMatchesOf<Known extends HashedPlate>(
  read: PlateReading,
  known: readonly Known[],
  hashAll: HashAll,
): Promise<HashedMatch<Known>[]> {
  const { plate_normalized } = read
  const [plate_hash, look_alike_hash] = await hashAll([
    plateText(plate_normalized),
    lookAlikeText(plate_normalized),
  ])
  const edits = oneEditsOf(plate_normalized).filter(
    (each) => Math.min(each.length, plate_normalized.length) >= SHORTEST_FOR_ONE_EDIT,
  )
  const editOf = await byHash(edits, hashAll)
  const isAlike = (each: Known) => each.look_alike_hash === look_alike_hash && each.plate_hash !== plate_hash
  const alike = known.some(isAlike) ? (allLookAlikesOf(plate_normalized, MAX_LOOK_ALIKES) ?? []) : []
  const alikeOf = await byHash(alike, hashAll)
  return known
    .flatMap((each): HashedMatch<Known>[] => {
      if (each.plate_hash === plate_hash) {
        const isSameRegion = read.region === each.region || read.region === '' || each.region === ''
        return [{ ...each, match: isSameRegion ? 'EXACT' : 'OTHER_REGION', plate_normalized }]
      }
      if (isAlike(each))
        return [{ ...each, match: 'LOOK_ALIKE', plate_normalized: alikeOf.get(each.plate_hash) ?? null }]
      const edit = editOf.get(each.plate_hash)
      return edit === undefined ? [] : [{ ...each, match: 'ONE_EDIT', plate_normalized: edit }]
    })
    .toSorted((a, b) => matchOrder.indexOf(a.match) - matchOrder.indexOf(b.match))
}

async function byHash(plates: readonly string[], hashAll: HashAll): Promise<Map<string, string>> {
  const hashes = await hashAll(plates.map(plateText))
  return new Map(plates.map((plate, at) => [hashes[at] ?? '', plate]))
}
