import { ourBooks, providerBooks } from '@openspot/api/testing/model/provider-books.ts'
import pg from 'pg'
import type { Booked, Load } from './load.ts'
import { withDeps } from './with-deps.ts'

/** How many acknowledged bookings are not active, and how many pairs of reservations hold one spot at once. */
export async function repeatedBookings(
  owner_url: string,
  booked: readonly Booked[],
): Promise<{ lost: number; twice: number }> {
  const client = new pg.Client({ connectionString: owner_url })
  await client.connect()
  try {
    const { rows } = await client.query<{ lost: number; twice: number }>(
      `select (select count(*)::int from unnest($1::uuid[]) id
           where not exists (select from reservations r where r.id = id and r.status = 'ACTIVE')) as lost,
         (select count(*)::int from reservations a join reservations b on a.spot_id = b.spot_id and a.id < b.id
           where a.status in ('ACTIVE', 'CHECKOUT') and b.status in ('ACTIVE', 'CHECKOUT')
             and a.starts_at < b.ends_at and b.starts_at < a.ends_at) as twice`,
      [booked.map(({ reservation_id }) => reservation_id)],
    )
    return rows[0] ?? { lost: 0, twice: 0 }
  } finally {
    await client.end()
  }
}

/**
 * What is wrong when the drivers have stopped: a call that was repeated until it was answered has made one booking and one charge, whatever
 * became of its first attempts.
 */
export const booksDiffer = (
  database_url: string,
  stand_in_port: number,
  { booked }: Load,
): Promise<string[]> =>
  withDeps({ database_url, stand_in_port }, async ({ database, stripe }) => {
    const { rows } = await database.pool.query<{ active: number }>(
      `select count(*)::int as active from reservations where status = 'ACTIVE'`,
    )
    const active = rows[0]?.active ?? 0
    const [ours, theirs] = [(await ourBooks(database.pool)).paid, (await providerBooks(stripe)).paid]
    const differing = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].filter(
      (charge) => ours[charge] !== theirs[charge],
    )
    return [
      ...(active === booked.length
        ? []
        : [`${booked.length} bookings were acknowledged, and ${active} are active`]),
      ...differing.map(
        (charge) => `charge ${charge}: ours ${ours[charge]}, the provider's ${theirs[charge]}`,
      ),
    ]
  })
