import type pg from 'pg'
import { httpClient } from './http-client.ts'
import { requestsOf, type SearchRequest, searchRequest } from './requests.ts'
import type { BenchContext } from './rounds.ts'

/** Slow reference query: every lot, spot, and reservation, without the search's indexes. */
const slowSearch = `
  select l.id, count(*)::int as free_spots
  from lots l join spots s on s.lot_id = l.id and s.deleted_at is null
  where 111195 * sqrt((l.lat - $1) ^ 2 + ((l.lng - $2) * cos(radians($1))) ^ 2) <= $3 and not l.is_private
    and not exists (
      select from reservations r where r.lot_id = s.lot_id and r.spot_id = s.id
        and r.status in ('PENDING', 'CHECKOUT', 'ACTIVE')
        and r.starts_at < $5::timestamptz and coalesce(r.ends_at, 'infinity') > $4::timestamptz)
  group by l.id order by l.id`

interface Free {
  id: string
  free_spots: number
}

/** Compares the search with the slow reference; returns the number of queries that differ and of lots compared. */
export async function countMismatches(
  context: BenchContext,
  client: pg.Client,
  queries: number,
): Promise<{ mismatches: number; lots: number }> {
  const http = httpClient(context.processes.product_url, 1)
  const requests = requestsOf({ seed: 99, size: context.size, base_at: context.base_at })
  let mismatches = 0
  let lots = 0
  try {
    for (let query = 0; query < queries; query++) {
      const request = requests.search(Date.now())
      const right = await slowly(client, request)
      const { status, text } = await http.send(searchRequest(request, query, 100))
      if (status !== 200) throw new Error(`The search answered ${status}: ${text}`)
      const { items } = JSON.parse(text) as { items: { lot: { id: string }; free_spots: number }[] }
      const found = items
        .map(({ lot, free_spots }): Free => ({ id: lot.id, free_spots }))
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      lots += right.length
      if (JSON.stringify(found) !== JSON.stringify(right)) mismatches++
    }
  } finally {
    http.close()
  }
  return { mismatches, lots }
}

async function slowly(client: pg.Client, request: SearchRequest): Promise<Free[]> {
  const { lat, lng, radius_m, starts_at, ends_at } = request
  const { rows } = await client.query<Free>(slowSearch, [lat, lng, radius_m, starts_at, ends_at])
  return rows.map(({ id, free_spots }) => ({ id, free_spots }))
}

/** Counts overlapping reservations on the contended lot without relying on the constraint. */
export async function countOverlaps(client: pg.Client, lot_id: string): Promise<number> {
  const { rows } = await client.query<{ overlaps: number }>(
    `select count(*)::int as overlaps from reservations a join reservations b on a.spot_id = b.spot_id and a.id < b.id
     where a.lot_id = $1 and b.lot_id = $1 and a.status in ('PENDING', 'CHECKOUT', 'ACTIVE')
       and b.status in ('PENDING', 'CHECKOUT', 'ACTIVE')
       and a.starts_at < coalesce(b.ends_at, 'infinity') and b.starts_at < coalesce(a.ends_at, 'infinity')`,
    [lot_id],
  )
  return rows[0]?.overlaps ?? 0
}

export async function countDeadlocks(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ deadlocks: number }>(
    'select deadlocks::int as deadlocks from pg_stat_database where datname = current_database()',
  )
  return rows[0]?.deadlocks ?? 0
}
