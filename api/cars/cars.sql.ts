import type { Db } from '@openspot/db/database.ts'
import type { Cars } from '@openspot/db/types.ts'
import type { Insertable, Updateable } from 'kysely'

const columns = ['id', 'plate', 'plate_normalized', 'region', 'make', 'model', 'color', 'created_at'] as const

export function listCars(db: Db, user_id: string) {
  return db
    .selectFrom('cars')
    .select(columns)
    .where('user_id', '=', user_id)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .execute()
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

export function insertCar(db: Db, car: Insertable<Cars>) {
  return db.insertInto('cars').values(car).returning(columns).executeTakeFirstOrThrow()
}

export function updateCar(db: Db, car_id: string, patch: Updateable<Cars>) {
  return db
    .updateTable('cars')
    .set(patch)
    .where('id', '=', car_id)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Takes a car away unless a stay that is not over uses it. */
export async function deleteCar(db: Db, car_id: string, now: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('cars')
    .set({ deleted_at: now })
    .where('id', '=', car_id)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('reservations')
            .select('id')
            .where('car_id', '=', car_id)
            .where('status', 'in', ['PENDING', 'CHECKOUT', 'ACTIVE'])
            .where((or) => or.or([or('ends_at', 'is', null), or('ends_at', '>', now)])),
        ),
      ),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
