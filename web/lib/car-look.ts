import { type CarFact, carFactNames } from '@openspot/core/cars/car-facts.ts'

const asSaid = carFactNames.toSorted((a, b) => Number(b === 'color') - Number(a === 'color'))

/** Returns a vehicle as people describe it, color first, for use on its own: "Black Honda Civic". Empty if nothing is known. */
export function carLook(car: Record<CarFact, string | null>): string {
  const look = asSaid
    .map((fact) => car[fact])
    .filter(Boolean)
    .join(' ')
  // Many type the color in lower case.
  return look.charAt(0).toUpperCase() + look.slice(1)
}
