import { carFactNames, eachCarFact } from '@openspot/core/cars/car-facts.ts'

/** The columns of the facts about a vehicle in a hand-written statement: `c.make, c.model, …`. */
export const factColumns = (alias: string): string =>
  carFactNames.map((fact) => `${alias}.${fact}`).join(', ')

/** The same as arguments of `json_build_object`: `'make', c.make, …`. */
export const factPairs = (alias: string): string =>
  carFactNames.map((fact) => `'${fact}', ${alias}.${fact}`).join(', ')

/** The columns' types, for the shape of a hand-written statement. */
export const factShape = eachCarFact(() => 'text?' as const)
