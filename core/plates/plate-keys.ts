import { SHORTEST_FOR_ONE_EDIT } from './match.ts'
import { lookAlikeKey } from './plates.ts'

/** A look-alike key begins with it, so that it is never taken for a plate. */
const LOOK_ALIKE = '~'

/**
 * Returns what a plate shares with every plate that `matchOf` may call its match: itself, its look-alike key, and itself without each
 * of its characters. Two plates are one edit apart only if one is the other without a character, or both are the same without one.
 * The database indexes the same keys of every known plate (`near_plate` in `api/people/cars/near-plate.sql.ts`). A key may be shared by
 * plates that don't match.
 */
export function plateKeysOf(plate_normalized: string): string[] {
  const characters = Array.from(plate_normalized)
  const shortened =
    plate_normalized.length < SHORTEST_FOR_ONE_EDIT
      ? []
      : characters.map((_, at) => characters.toSpliced(at, 1).join(''))
  return [...new Set([plate_normalized, LOOK_ALIKE + lookAlikeKey(plate_normalized), ...shortened])]
}
