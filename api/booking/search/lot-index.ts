import { METERS_PER_DEGREE } from '@openspot/core/geo/cells.ts'
import type { IndexChange, IndexedLot, IndexViewer, LotChanges } from './index-changes.sql.ts'
import type { SearchArea } from './search.rules.ts'
import type { FoundLot } from './search.sql.ts'
import { TakenTimes } from './taken-times.ts'

/** Someone who is in no lot, and anyone who is not signed in. */
export const nobody: IndexViewer = { member_of: [], with_rules: [], own_spots: [] }

interface Entry {
  lot: IndexedLot
  taken: TakenTimes
  isOnRequest: ((spot: number) => boolean) | null
}

/** The areas that the index answers; names are looked up in the database. */
export type IndexedArea = Exclude<SearchArea, { kind: 'text' }>

/** Why the index is not what the database has. Then it must be loaded again. */
export class IndexFault extends Error {}

/**
 * All lots and the times when their spots are taken, as of one snapshot of the database (`position`). It answers what `findLots` answers
 * from the same snapshot; search.index.test.ts compares them.
 */
export class LotIndex {
  readonly #entries = new Map<string, Entry>()
  readonly #cells = new Map<number, Set<Entry>>()
  /** The snapshot that it shows. */
  position: string
  /** Times that ended by this epoch minute are left out. */
  known_from: number

  constructor(position: string, known_from: number) {
    this.position = position
    this.known_from = known_from
  }

  get lots(): number {
    return this.#entries.size
  }

  get taken_times(): number {
    let size = 0
    for (const { taken } of this.#entries.values()) size += taken.size
    return size
  }

  /** Returns where one of the lots is; null if there are none. */
  pointOf(nth: number): { lat: number; lng: number } | null {
    let left = this.lots === 0 ? 0 : nth % this.lots
    for (const { lot } of this.#entries.values())
      if (left-- === 0) return { lat: lot.row.lat, lng: lot.row.lng }
    return null
  }

  /** @param taken as `TakenTimes` reads it */
  load(lot: IndexedLot, taken: Buffer): void {
    this.#put(lot, new TakenTimes(taken))
  }

  /**
   * Applies what happened between two snapshots. Changes that start at another snapshot than that of the index were applied before or come
   * too early, so they are left out, and `false` is returned.
   * @throws IndexFault if a change does not fit
   */
  apply({ since, position, lots, gone, times }: LotChanges): boolean {
    if (since !== this.position) return false
    for (const lot of lots) this.#put(lot, this.#entries.get(lot.id)?.taken ?? new TakenTimes())
    // What one transaction took, another may have given back: added first, nothing is missing when it is removed.
    for (const change of times) if (change.added === 1) this.#timesOf(change)?.add(...timeOf(change))
    for (const change of times) {
      if (change.added === 1 || change.ends_min <= this.known_from) continue
      if (this.#timesOf(change)?.remove(...timeOf(change)) === false)
        throw new IndexFault(
          `A time of spot ${change.spot_no} of lot ${change.lot_id} ended that was not known.`,
        )
    }
    for (const lot_id of gone) this.#drop(lot_id)
    this.position = position
    return true
  }

  #timesOf({ lot_id, ends_min }: IndexChange): TakenTimes | null {
    return ends_min <= this.known_from ? null : (this.#entries.get(lot_id)?.taken ?? null)
  }

  /** Forgets times that ended by this epoch minute. */
  dropUntil(minute: number): void {
    for (const { taken } of this.#entries.values()) taken.dropUntil(minute)
    this.known_from = Math.max(this.known_from, minute)
  }

  #put(lot: IndexedLot, taken: TakenTimes): void {
    this.#drop(lot.id)
    const entry: Entry = { lot, taken, isOnRequest: onRequestOf(lot.spots_on_request) }
    this.#entries.set(lot.id, entry)
    const cell = this.#cells.get(lot.cell) ?? new Set()
    this.#cells.set(lot.cell, cell.add(entry))
  }

  #drop(lot_id: string): void {
    const entry = this.#entries.get(lot_id)
    if (entry === undefined) return
    this.#entries.delete(lot_id)
    const cell = this.#cells.get(entry.lot.cell)
    cell?.delete(entry)
    if (cell?.size === 0) this.#cells.delete(entry.lot.cell)
  }

  /**
   * Returns the lots of an area that the caller may see, each with its number of spots that are free for the whole time, and the IDs of those
   * that only the database can answer, because their prices change by the calendar.
   */
  find(
    area: IndexedArea,
    from_min: number,
    to_min: number,
    viewer: IndexViewer,
  ): { found: FoundLot[]; further: string[] } {
    const found: FoundLot[] = []
    const further: string[] = []
    const distanceTo = area.point && distanceFrom(area.point)
    for (const cell of area.cells) {
      for (const { lot, taken, isOnRequest } of this.#cells.get(cell) ?? []) {
        if (!lot.is_listed && !viewer.member_of.includes(lot.id)) continue
        const distance_m = distanceTo === null ? null : distanceTo(lot)
        if (!isWithin(area, lot, distance_m)) continue
        if (lot.has_calendar) {
          further.push(lot.id)
          continue
        }
        found.push({
          lot: lot.row,
          distance_m,
          free_spots:
            lot.row.spot_count - lot.on_request_count - taken.countTaken(from_min, to_min, isOnRequest),
          on_request_count: lot.on_request_count,
          calendar_prices: null,
          has_rules: lot.has_rules || viewer.with_rules.includes(lot.id),
          has_own_spot: viewer.own_spots.includes(lot.id),
          redirects_to: lot.redirects_to,
        })
      }
    }
    return { found, further }
  }
}

const timeOf = ({ spot_no, starts_min, ends_min }: IndexChange): [number, number, number] => [
  spot_no,
  starts_min,
  ends_min,
]

function isWithin(area: IndexedArea, { row: { lat, lng } }: IndexedLot, distance_m: number | null): boolean {
  if (area.kind === 'around') return distance_m !== null && distance_m <= area.radius_m
  const { west, south, east, north } = area.box
  if (lat < south || lat > north) return false
  return west <= east ? lng >= west && lng <= east : lng >= west || lng <= east
}

/** The same number as PostgreSQL's: a product with it is what its `radians` returns. */
const RADIANS_PER_DEGREE = Math.PI / 180

/** The formula of the search's SQL, step by step. */
function distanceFrom(point: { lat: number; lng: number }) {
  const shrink = Math.cos(point.lat * RADIANS_PER_DEGREE)
  return ({ row: { lat, lng } }: IndexedLot): number => {
    const straight = Math.abs(lng - point.lng)
    const [up, aside] = [lat - point.lat, Math.min(straight, 360 - straight) * shrink]
    return METERS_PER_DEGREE * Math.sqrt(up * up + aside * aside)
  }
}

/** Reads a multirange of whole numbers, `{[3,5),[9,10)}`. */
function onRequestOf(multirange: string): Entry['isOnRequest'] {
  const ranges = [...multirange.matchAll(/\[(\d+),(\d+)\)/g)].map(
    ([, from, to]) => [Number(from), Number(to)] as const,
  )
  return ranges.length === 0 ? null : (spot) => ranges.some(([from, to]) => spot >= from && spot < to)
}
