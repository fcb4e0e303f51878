import { type SpotFact, spotFactNames } from '@openspot/core/spots/spot-facts.ts'
import type { DB } from '@openspot/db/types.ts'

/** Each fact has a column. */
const columns: readonly (SpotFact & keyof DB['spots'])[] = spotFactNames

/** The columns of what staff write about a spot, in a statement of the query builder. */
export const spotFactRefs = columns.map((column): `s.${SpotFact}` => `s.${column}`)

/** The same in a hand-written statement: `s.note, …`. */
export const spotFactColumns = (alias: string): string =>
  columns.map((column) => `${alias}.${column}`).join(', ')
