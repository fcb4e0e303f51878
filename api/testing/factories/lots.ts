import type { DB } from '@openspot/db/types.ts'
import type { Insertable } from 'kysely'
import type { AppDeps } from '../../app/app.ts'
import { secretWord } from '../../ports.ts'

export interface TestLot {
  lot_id: string
  public_id: string
  spot_ids: string[]
}

/** Creates a lot in Chicago with some spots, at $4.00 per hour and $20.00 per day. */
export async function aLot(
  api: { deps: Pick<AppDeps, 'database' | 'ports'> },
  more: Partial<Insertable<DB['lots']>> = {},
  spots = 3,
): Promise<TestLot> {
  const { db } = api.deps.database
  const { id, public_id } = await db
    .insertInto('lots')
    .values({
      public_id: secretWord(api.deps.ports),
      name: 'Wells Street Lot',
      street: '200 S Wells St',
      city: 'Chicago',
      lat: 41.879,
      lng: -87.634,
      time_zone: 'America/Chicago',
      hour_cents: 400,
      day_cents: 2000,
      service_fee_cents: 99,
      ...more,
    })
    .returning(['id', 'public_id'])
    .executeTakeFirstOrThrow()
  if (spots === 0) return { lot_id: id, public_id, spot_ids: [] }
  const rows = await db
    .insertInto('spots')
    .values(Array.from({ length: spots }, (_, i) => ({ lot_id: id, spot_no: i + 1, label: `A${i + 1}` })))
    .returning('id')
    .execute()
  return { lot_id: id, public_id, spot_ids: rows.map((row) => row.id) }
}
