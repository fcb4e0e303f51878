import { type CarFact, carFactNames } from '@openspot/core/cars/car-facts.ts'

const asSaid = carFactNames.toSorted((a, b) => Number(b === 'color') - Number(a === 'color'))

/** Returns a vehicle as people describe it, color first: "Black Honda Civic". Empty if nothing is known. */
export const carLook = (car: Record<CarFact, string | null>): string =>
  asSaid
    .map((fact) => car[fact])
    .filter(Boolean)
    .join(' ')
