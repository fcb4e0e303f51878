import type { Car, MyCar } from '@openspot/contract/people/cars.ts'
import { carFactNames } from '@openspot/core/cars/car-facts.ts'
import type { Db, Tx } from '@openspot/db/database.ts'
import type { Cars } from '@openspot/db/types.ts'
import { type Insertable, sql, type Updateable } from 'kysely'
import { isHolding } from '../../booking/occupancy/holding.sql.ts'
import { refuse } from '../../errors.ts'
import { MAX_CARS } from './cars.rules.ts'

export const carColumnNames = [
  'id',
  'plate',
  'plate_normalized',
  'region',
  ...carFactNames,
  'valid_until',
  'created_at',
] as const

/** Returns a user's vehicles, each with those of their other vehicles whose plates look alike. */
export async function listCars(db: Db, user_id: string): Promise<MyCar[]> {
  const cars = await db
    .selectFrom('cars')
    .select([...carColumnNames, 'look_alike_key'])
    .where('user_id', '=', user_id)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .execute()
  return cars.map(({ look_alike_key, ...car }) => ({
    ...car,
    look_alikes: cars
      .filter((other) => other.id !== car.id && other.look_alike_key === look_alike_key)
      .map(({ id, plate, region, plate_normalized }) => {
        return { id, plate, region, is_same: plate_normalized === car.plate_normalized }
      }),
  }))
}

export function findOwnCar(db: Db, user_id: string, car_id: string) {
  return db
    .selectFrom('cars')
    .select('id')
    .where('id', '=', car_id)
    .where('user_id', '=', user_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/**
 * Adds a vehicle. Must run in a transaction; locks the user's row. Throws `request_invalid` beyond the maximum number
 * of vehicles.
 */
export async function insertCar(tx: Tx, car: Insertable<Cars> & { user_id: string }): Promise<Car> {
  // Lock the user, so that concurrent additions wait and are counted.
  await tx.selectFrom('users').select('id').where('id', '=', car.user_id).forNoKeyUpdate().execute()
  const { kept } = await tx
    .selectFrom('cars')
    .select((eb) => eb.fn.countAll<number>().as('kept'))
    .where('user_id', '=', car.user_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (kept >= MAX_CARS) {
    refuse('request_invalid', {
      field: 'plate',
      message: (t) => t('apiErrors.cars.limit', { max: MAX_CARS }),
    })
  }
  return tx.insertInto('cars').values(car).returning(carColumnNames).executeTakeFirstOrThrow()
}

/**
 * Changes a vehicle. A new plate applies at once to all reservations with the vehicle. The previous plate is kept and
 * stays valid where it is parked for a while (`listMonitorVehicles`).
 */
export async function updateCar(
  tx: Tx,
  car_id: string,
  patch: Updateable<Cars>,
  by: { user_id: string; now: Date },
): Promise<{ before: Car; after: Car }> {
  const before =
    (await tx
      .selectFrom('cars')
      .select(carColumnNames)
      .where('id', '=', car_id)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()) ?? refuse('not_found')
  const after = await tx
    .updateTable('cars')
    .set(patch)
    .where('id', '=', car_id)
    .returning(carColumnNames)
    .executeTakeFirstOrThrow()
  if (before.plate_normalized !== after.plate_normalized || before.region !== after.region) {
    const { plate, plate_normalized, region } = before
    await tx
      .insertInto('car_plates')
      .values({
        car_id,
        plate,
        plate_normalized,
        region,
        replaced_at: by.now.toISOString(),
        replaced_by_user_id: by.user_id,
      })
      .onConflict((on) => on.doNothing())
      .execute()
  }
  return { before, after }
}

/** Locks a vehicle, so that no reservation with it begins until the transaction ends. */
export async function lockCar(tx: Tx, car_id: string): Promise<void> {
  await tx.selectFrom('cars').select('id').where('id', '=', car_id).forUpdate().execute()
}

/** Counts the reservations with a vehicle that have not ended, anywhere or in one lot. */
export async function countLiveReservations(
  db: Db,
  of: { car_id: string; lot_id?: string },
  now: Date,
): Promise<number> {
  const { reservations } = await db
    .selectFrom('reservations')
    .select((eb) => eb.fn.countAll<number>().as('reservations'))
    .where('car_id', '=', of.car_id)
    .$if(of.lot_id !== undefined, (q) => q.where('lot_id', '=', of.lot_id ?? ''))
    .where('status', 'in', isHolding)
    .where(sql<boolean>`(ends_at is null or ends_at > ${now.toISOString()})`)
    .executeTakeFirstOrThrow()
  return reservations
}

export async function deleteCar(tx: Tx, car_id: string, now: Date): Promise<void> {
  await tx.updateTable('cars').set({ deleted_at: now.toISOString() }).where('id', '=', car_id).execute()
}
