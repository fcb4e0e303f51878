import { type SpotFact, spotFactNames } from '@openspot/core/spots/spot-facts.ts'

/** The columns of what staff write about a spot, in a statement of the query builder. */
export const spotFactRefs = spotFactNames.map((fact): `s.${SpotFact}` => `s.${fact}`)

/** The same in a hand-written statement: `s.note, …`. */
export const spotFactColumns = (alias: string): string =>
  spotFactNames.map((fact) => `${alias}.${fact}`).join(', ')
