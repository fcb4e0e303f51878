/**
 * What people may write about a vehicle besides its plate, each with its maximum length. Adding one here adds it to the
 * API, to what staff record and owners accept, to the monitor, and to the forms; the compiler and the tests then name
 * the rest: the two columns, the label, and the functions that erase it (`docs/tour.md`).
 */
export const carFacts = { make: 60, model: 60, color: 30 } as const

export type CarFact = keyof typeof carFacts

export const carFactNames = Object.keys(carFacts) as CarFact[]

/** Returns a record with one value for each fact. */
export const eachCarFact = <Value>(valueOf: (fact: CarFact) => Value): Record<CarFact, Value> =>
  Object.fromEntries(carFactNames.map((fact) => [fact, valueOf(fact)])) as Record<CarFact, Value>

/** Returns only the facts of a vehicle, without its plate and its other fields. */
export const carFactsOf = <Facts extends Record<CarFact, unknown>>(car: Facts): Pick<Facts, CarFact> =>
  Object.fromEntries(carFactNames.map((fact) => [fact, car[fact]])) as Pick<Facts, CarFact>
