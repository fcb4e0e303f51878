/**
 * What staff may write about a spot besides its label, each with its maximum length. Adding one here adds it to the API, to the
 * changes of one and of many spots with their undo, to the search, to tables that are imported and exported, to the export of a lot,
 * and to the forms; the compiler and the tests then name the rest: the column and the labels (`docs/tour.md`).
 */
export const spotFacts = { note: 500 } as const

export type SpotFact = keyof typeof spotFacts

export const spotFactNames = Object.keys(spotFacts) as SpotFact[]

/** Returns a record with one value for each fact. */
export const eachSpotFact = <Value>(valueOf: (fact: SpotFact) => Value): Record<SpotFact, Value> =>
  Object.fromEntries(spotFactNames.map((fact) => [fact, valueOf(fact)])) as Record<SpotFact, Value>

/** Returns a record with one value for each fact that a change names. */
export const changedSpotFacts = <Value>(
  change: Partial<Record<SpotFact, unknown>>,
  valueOf: (fact: SpotFact) => Value,
): Partial<Record<SpotFact, Value>> => {
  const changed = spotFactNames.filter((fact) => change[fact] !== undefined)
  return Object.fromEntries(changed.map((fact) => [fact, valueOf(fact)]))
}
