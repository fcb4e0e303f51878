import type { Car } from '@openspot/contract/people/cars.ts'
import { carFactsOf } from '@openspot/core/cars/car-facts.ts'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../errors.ts'
import { closeNote, lockNote, takeNotedCar } from './car-notes.sql.ts'
import { insertCar, listCars, updateCar } from './cars.sql.ts'

/**
 * Accepts what a lot recorded: changes the person's own vehicle or adds one. Throws `not_found` if the note is not open
 * or not about this person, and `car_exists` if they have a vehicle with that plate. A plate that the lot gave a reservation becomes its
 * vehicle, also one that they have.
 */
export async function acceptProposal(
  app: Pick<FastifyInstance, 'db' | 'ports'>,
  user_id: string,
  note_id: string,
): Promise<{ lot_id: string; car: Car }> {
  const now = app.ports.now()
  return app.db.transaction().execute(async (tx) => {
    const note = (await lockNote(tx, { id: note_id, user_id })) ?? refuse('not_found')
    const { plate, plate_normalized, region, valid_until } = note
    const columns = { plate, plate_normalized, region, valid_until, ...carFactsOf(note) }
    const own =
      note.reservation_id === null
        ? undefined
        : (await listCars(tx, user_id)).find(
            (one) => one.plate_normalized === plate_normalized && one.region === region,
          )
    const car =
      own ??
      (note.car_id === null
        ? await insertCar(tx, { ...columns, user_id, created_at: now.toISOString() })
        : (await updateCar(tx, note.car_id, columns, { user_id, now })).after)
    await closeNote(tx, note, 'ACCEPTED', now)
    const { lot_id, reservation_id } = note
    if (reservation_id !== null) await takeNotedCar(tx, { lot_id, reservation_id, car_id: car.id }, now)
    return { lot_id: note.lot_id, car }
  })
}
