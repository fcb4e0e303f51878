import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { getLongerOfferRoute } from '@openspot/contract/lots/longer-offer.ts'
import { type SearchResult, searchLotSpotsRoute, searchRoute } from '@openspot/contract/lots/lots.ts'
import { walkingMinutes } from '@openspot/core/geo/cells.ts'
import { ENOUGH_LOTS } from '@openspot/core/search/search-radius.ts'
import type { FastifyInstance } from 'fastify'
import { lotOf } from '../../plugins/access.ts'
import { readerOf, translatorOf } from '../../plugins/locale.ts'
import { decodeCursor, pageOf } from '../../plugins/paging.ts'
import { checkTimes, snapTimes } from '../occupancy/times.rules.ts'
import { longerOffer } from './longer-offer.ts'
import { lotSpots } from './lot-spots.ts'
import { findOffers, type LotOffer, rangeOf, type Viewer } from './offers.ts'
import { areasToTry, compareKeys, readArea, readFilters, readSort, type SearchArea } from './search.rules.ts'
import { type FoundLot, findLots, findLotsAtEnds } from './search.sql.ts'
import { resultsWriter, shownLot } from './write-results.ts'

export const searchRoutes: FastifyPluginAsyncTypebox = async (app) => {
  let writeResults: ReturnType<typeof resultsWriter> | null = null
  app.route({
    ...searchRoute,
    handler: async (request, reply) => {
      const { query, caller } = request
      const viewer = { user_id: caller?.user_id ?? null, now: app.ports.now() }
      const requested = { starts_at: query.starts_at, ends_at: query.ends_at ?? null }
      checkTimes(requested, viewer.now)
      const area = readArea(query)
      const filters = readFilters(query)
      const keyOf = readSort(query, area)
      const after = decodeCursor(query.cursor, ['number', 'number', 'uuid'])

      // Nearly all lots snap to half hours of UTC, so the first query can count their free spots.
      const counted = rangeOf('', snapTimes(requested, { time_zone: 'UTC', snap_minutes: 30 }))
      const rows: ReturnType<typeof rowOf>[] = []
      const known = new Set<string>()
      let waiting: FoundLot[] = []
      const areas = areasToTry(area, query)
      for (const [i, part] of areas.entries()) {
        // A larger area has the lots of the smaller one, too.
        const found = await findWithRedirects(app, part, counted, viewer)
        waiting.push(...found.filter(({ lot }) => !known.has(lot.id)))
        for (const { lot } of waiting) known.add(lot.id)
        const canBeEnough = rows.length + waiting.length >= ENOUGH_LOTS
        if (!canBeEnough && i < areas.length - 1) continue
        const offers = await findOffers(app, waiting, requested, counted, filters, viewer)
        for (const each of waiting) {
          const offer = offers.get(each.lot.id)
          if (offer?.price && offer.free_spots > 0) {
            rows.push(rowOf(each, { ...offer, price: offer.price }, keyOf))
          }
        }
        if (rows.length >= ENOUGH_LOTS) break
        waiting = []
      }
      const rest = rows
        .filter(({ key }) => after === null || compareKeys(key, after) > 0)
        .sort((a, b) => compareKeys(a.key, b.key))
      const page = pageOf(rest, query.limit ?? 20, ({ key }) => key)
      const reader = readerOf(request)
      const items = page.items.map(({ lot, key: _key, ...row }) => ({ ...row, lot: shownLot(lot, reader) }))
      writeResults ??= resultsWriter(reply)
      reply.serializer(writeResults)
      return { items, next_cursor: page.next_cursor }
    },
  })

  app.route({
    ...getLongerOfferRoute,
    handler: async (request) => {
      const { starts_at, ends_at, spot_id = null } = request.query
      const viewer = { user_id: request.caller?.user_id ?? null, now: app.ports.now() }
      checkTimes({ starts_at, ends_at }, viewer.now)
      const requested = { starts_at, ends_at, spot_id, ...readFilters(request.query) }
      return { offer: await longerOffer(app, translatorOf(request), lotOf(request), requested, viewer) }
    },
  })

  app.route({
    ...searchLotSpotsRoute,
    handler: async (request) => {
      const { starts_at, ends_at = null, cursor, limit = 1000 } = request.query
      const [after = 0] = decodeCursor(cursor, ['integer']) ?? []
      const viewer = { user_id: request.caller?.user_id ?? null, now: app.ports.now() }
      checkTimes({ starts_at, ends_at }, viewer.now)
      return lotSpots(
        app,
        translatorOf(request),
        lotOf(request),
        { starts_at, ends_at },
        readFilters(request.query),
        viewer,
        {
          after: Math.min(after, 32_767),
          limit,
        },
      )
    },
  })
}

function rowOf(
  { lot, distance_m: exact_m }: FoundLot,
  { free_spots, price, type }: LotOffer & Pick<SearchResult, 'price'>,
  keyOf: ReturnType<typeof readSort>,
) {
  // Two machines round the last digits differently, and a page may begin on one and go on on the other.
  const distance_m = exact_m === null ? null : Math.round(exact_m * 1000) / 1000
  const walk_minutes = distance_m === null ? null : walkingMinutes(distance_m)
  const key = keyOf({ id: lot.id, type, total_cents: price.total_cents, distance_m, walk_minutes })
  return {
    lot,
    key,
    distance_m: distance_m === null ? null : Math.round(distance_m),
    walk_minutes,
    free_spots,
    price,
  }
}

/** Replaces each lot that redirects its visitors with the target, once. */
async function findWithRedirects(
  app: Pick<FastifyInstance, 'pool' | 'metrics' | 'search_index'>,
  area: SearchArea,
  { from_min, to_min }: { from_min: number; to_min: number },
  { user_id }: Viewer,
): Promise<FoundLot[]> {
  const known = (await app.search_index?.find(area, from_min, to_min, user_id)) ?? null
  app.metrics.countSearch(known === null ? 'database' : 'index')
  const found = known ?? (await findLots(app.pool, area, from_min, to_min, user_id))
  const leaving = found.filter(({ redirects_to }) => redirects_to !== null).map(({ lot }) => lot.id)
  if (leaving.length === 0) return found
  const ends = await findLotsAtEnds(app.pool, leaving, area.point, from_min, to_min, user_id)
  const staying = found.filter(({ redirects_to }) => redirects_to === null)
  const here = new Set(staying.map(({ lot }) => lot.id))
  return [...staying, ...ends.filter(({ lot }) => !here.has(lot.id))]
}
