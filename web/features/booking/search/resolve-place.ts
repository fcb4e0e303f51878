import { listPlacesRoute, type Place } from '@openspot/contract/lots/lots.ts'
import { findMinutesOf, isoOf } from '@openspot/core/time/instant.ts'
import { atLocal } from '@openspot/core/time/zone.ts'
import { fetchForPage, type Visitor } from '@/lib/server-api.ts'
import { one, type RawQuery, readWhen, type When } from '@/lib/when.ts'
import { aroundName, aroundPlace, noPreferences, searchPath, TYPED_IN } from './search-query.ts'

/** The zone in which a time comes last, so that a time that is ahead at a place that isn't known yet doesn't count as past. */
const LAST_ZONE = 'Etc/GMT+12'

/** Finds the places for a text while rendering on the server; none if the API doesn't answer. */
export async function placesFor(visitor: Visitor, q: string): Promise<Place[]> {
  const answer = await fetchForPage(visitor, listPlacesRoute, { query: { q: q.slice(0, 80) } })
  return answer.ok ? answer.data.items : []
}

/** Returns the place that a text names, which is not only a similar one. A lot is found by its name instead. */
export const namedPlace = (places: readonly Place[]): Place | null =>
  places.find(({ is_exact, kind }) => is_exact && kind !== 'LOT') ?? null

/**
 * Returns where the form of the home page leads in a browser that runs no scripts: to the place that its text names, or to
 * a search by that name. Its times are local to the place.
 */
export async function pathOfForm(visitor: Visitor, raw: RawQuery, now: string): Promise<string | null> {
  const where = one(raw['where']).trim()
  if (where.length < 2) return null
  const place = namedPlace(await placesFor(visitor, where))
  const typed = localTimes(raw, place?.time_zone ?? LAST_ZONE)
  const when = typed ?? readWhen(raw, now)
  const area = place ? aroundPlace(place) : aroundName(where.slice(0, 80))
  const path = searchPath({
    ...area,
    ...readWhen({ ...when, ends_at: when.ends_at ?? undefined }, now),
    ...noPreferences,
    sort: 'best',
  })
  // Where a name leads is known once lots with it are found, whose clock the times are by.
  return place || typed === null ? path : `${path}&${TYPED_IN}=${encodeURIComponent(LAST_ZONE)}`
}

/** Reads the times of the form; null unless both are given. */
function localTimes(raw: RawQuery, zone: string): When | null {
  const [from, until] = [one(raw['from_local']), one(raw['until_local'])].map((text) => {
    const [, year, month, day, hour, minute] =
      /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)$/.exec(text)?.map(Number) ?? []
    if (year === undefined || month === undefined || day === undefined) return null
    if (findMinutesOf(`${text}:00Z`) === null) return null
    return atLocal(zone, { year, month, day, hour: hour ?? 0, minute: minute ?? 0 })
  })
  if (from === null || from === undefined) return null
  return { starts_at: isoOf(from), ends_at: isoOf(until ?? from + 120) }
}
