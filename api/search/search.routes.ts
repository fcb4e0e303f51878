import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { type SearchResult, search, searchLotSpots } from '@openspot/contract/lots.ts'
import { cellsAround, walkingMinutes } from '@openspot/core/geo/cells.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import type { FastifyInstance } from 'fastify'
import { offerOf, publicLot } from '../lots/lots.rules.ts'
import { getLot } from '../lots/lots.sql.ts'
import { decodeCursor, pageOf } from '../paging.ts'
import { lotOf } from '../plugins/access.ts'
import { checkStay, type Stay, snapStay } from '../reservations/stay.rules.ts'
import { countFree, type FoundLot, findLots, listOfferedSpots } from './search.sql.ts'

type Row = FoundLot & { price: NonNullable<SearchResult['price']> }

export const searchRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...search,
    handler: async ({ query, caller }) => {
      const { lat, lng, starts_at, ends_at } = query
      const radius_m = query.radius_m ?? 1500
      const limit = query.limit ?? 20
      const sort = query.sort ?? 'price'
      checkStay({ starts_at, ends_at }, app.ports.now())
      const after = decodeCursor(query.cursor, ['number', 'number', 'string'])
      const near = { lat, lng, radius_m, cells: cellsAround(lat, lng, radius_m) }
      const rows = await offered(app, near, { starts_at, ends_at }, caller?.user_id ?? null)
      const keyOf = (row: Row): [number, number, string] =>
        sort === 'price'
          ? [row.price.total_cents, row.distance_m, row.id]
          : [row.distance_m, row.price.total_cents, row.id]
      const sorted = rows.map((row) => ({ row, key: keyOf(row) })).sort((a, b) => compare(a.key, b.key))
      const rest =
        after === null
          ? sorted
          : sorted.filter(({ key }) => compare(key, after as [number, number, string]) > 0)
      const page = pageOf(rest, limit, ({ key }) => key)
      return {
        next_cursor: page.next_cursor,
        items: page.items.map(({ row }) => ({
          lot: publicLot(row),
          distance_m: Math.round(row.distance_m),
          walk_minutes: walkingMinutes(row.distance_m),
          free_spots: row.free_spots,
          price: row.price,
        })),
      }
    },
  })

  app.route({
    ...searchLotSpots,
    handler: async (request) => {
      const { starts_at, ends_at } = request.query
      checkStay({ starts_at, ends_at }, app.ports.now())
      const lot = await getLot(app.db, lotOf(request))
      const stay = snapStay({ starts_at, ends_at }, lot)
      const items = await listOfferedSpots(app, lot.id, minutesOf(stay.starts_at), minutesOf(stay.ends_at))
      return { items: items as never }
    },
  })
}

/** The lots that could be booked for the stay as each lot would take it, on its own grid, with their prices. */
async function offered(
  app: FastifyInstance,
  near: Parameters<typeof findLots>[1],
  stay: Stay,
  user_id: string | null,
): Promise<Row[]> {
  // Nearly all lots snap to the half hours of UTC: their free spots come with the first statement.
  const common = snapStay(stay, { time_zone: 'UTC', snap_minutes: 30 })
  const found = await findLots(app, near, minutesOf(common.starts_at), minutesOf(common.ends_at), user_id)
  const stays = new Map(found.map((lot) => [lot.id, snapStay(stay, lot)]))
  const others = found.filter((lot) => {
    const own = stays.get(lot.id)
    return (
      own?.starts_at !== isoOf(minutesOf(common.starts_at)) ||
      own.ends_at !== isoOf(minutesOf(common.ends_at))
    )
  })
  const recounted = await countFree(
    app,
    others.map((lot) => {
      const own = stays.get(lot.id) ?? common
      return { lot_id: lot.id, from_min: minutesOf(own.starts_at), to_min: minutesOf(own.ends_at) }
    }),
  )
  return found.flatMap((lot) => {
    const free_spots = recounted.get(lot.id) ?? lot.free_spots
    const own = stays.get(lot.id) ?? common
    const { price } = offerOf(lot, own.starts_at, own.ends_at)
    return free_spots > 0 && price ? [{ ...lot, free_spots, price }] : []
  })
}

function compare(a: [number, number, string], b: [number, number, string]): number {
  return a[0] - b[0] || a[1] - b[1] || (a[2] < b[2] ? -1 : a[2] > b[2] ? 1 : 0)
}
