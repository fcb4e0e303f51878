import { longMinutes } from '../occupancy/times.rules.ts'

/** Numbers of a taken time: where it starts and ends, in epoch minutes, and the spot. */
const LANES = 3
const SMALLEST = 4
/** A lot has at most this many spot numbers (`spots.spot_no` is a smallint). */
const SPOT_NOS = 32_768

/** When a spot was last seen while counting; a new count has a new number, so nothing is cleared in between. */
const seen = new Uint32Array(SPOT_NOS)
let count = 0

/** Rows of (start, end, spot) sorted by start, in one array that grows: 12 bytes a row. */
class Rows {
  #values: Int32Array<ArrayBuffer>
  length: number

  constructor(values: Int32Array<ArrayBuffer>) {
    this.#values = values
    this.length = values.length / LANES
  }

  start(row: number): number {
    return this.#values[row * LANES] ?? 0
  }
  end(row: number): number {
    return this.#values[row * LANES + 1] ?? 0
  }
  spot(row: number): number {
    return this.#values[row * LANES + 2] ?? 0
  }

  /** Returns the first row that starts at this minute or later. */
  from(minute: number): number {
    let [low, high] = [0, this.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.start(middle) < minute) low = middle + 1
      else high = middle
    }
    return low
  }

  add(start: number, end: number, spot: number): void {
    const at = this.from(start) * LANES
    const used = this.length * LANES
    if (used + LANES > this.#values.length) {
      const rows = Math.max(SMALLEST, Math.ceil(this.length * 1.25))
      const grown = new Int32Array(rows * LANES)
      grown.set(this.#values.subarray(0, used))
      this.#values = grown
    }
    this.#values.copyWithin(at + LANES, at, used)
    this.#values[at] = start
    this.#values[at + 1] = end
    this.#values[at + 2] = spot
    this.length += 1
  }

  /** Returns whether there was such a row. */
  remove(start: number, end: number, spot: number): boolean {
    for (let row = this.from(start); row < this.length && this.start(row) === start; row++) {
      if (this.end(row) !== end || this.spot(row) !== spot) continue
      this.#values.copyWithin(row * LANES, (row + 1) * LANES, this.length * LANES)
      this.length -= 1
      return true
    }
    return false
  }

  /** Drops what ended by this minute. */
  dropUntil(minute: number): void {
    const kept: number[] = []
    for (let row = 0; row < this.length; row++)
      if (this.end(row) > minute) kept.push(this.start(row), this.end(row), this.spot(row))
    this.#values = Int32Array.from(kept)
    this.length = kept.length / LANES
  }
}

/**
 * The taken times of a lot's spots, to the minute. As in the database, short and long ones are apart, so that a count reads only the short
 * ones that can reach into the asked time.
 */
export class TakenTimes {
  readonly #short: Rows
  readonly #long: Rows

  /** @param bytes rows of three big-endian integers (spot, start, end), sorted by start */
  constructor(bytes?: Buffer) {
    const [short, long]: [number[], number[]] = [[], []]
    for (let at = 0; bytes && at < bytes.length; at += LANES * 4) {
      const [spot, start, end] = [bytes.readInt32BE(at), bytes.readInt32BE(at + 4), bytes.readInt32BE(at + 8)]
      ;(end - start <= longMinutes ? short : long).push(start, end, spot)
    }
    this.#short = new Rows(Int32Array.from(short))
    this.#long = new Rows(Int32Array.from(long))
  }

  get size(): number {
    return this.#short.length + this.#long.length
  }

  #rowsOf(start: number, end: number): Rows {
    return end - start <= longMinutes ? this.#short : this.#long
  }

  add(spot: number, start: number, end: number): void {
    this.#rowsOf(start, end).add(start, end, spot)
  }

  /** Returns whether there was such a time. */
  remove(spot: number, start: number, end: number): boolean {
    return this.#rowsOf(start, end).remove(start, end, spot)
  }

  dropUntil(minute: number): void {
    this.#short.dropUntil(minute)
    this.#long.dropUntil(minute)
  }

  /** Returns how many spots are taken at any time between two epoch minutes, without those that `isLeftOut`. */
  countTaken(from: number, to: number, isLeftOut: ((spot: number) => boolean) | null): number {
    if (count === 0xff_ff_ff_ff) {
      seen.fill(0)
      count = 0
    }
    count += 1
    return (
      countIn(this.#short, this.#short.from(from - longMinutes + 1), from, to, isLeftOut) +
      countIn(this.#long, 0, from, to, isLeftOut)
    )
  }
}

function countIn(
  rows: Rows,
  first: number,
  from: number,
  to: number,
  isLeftOut: ((spot: number) => boolean) | null,
): number {
  let taken = 0
  for (let row = first; row < rows.length && rows.start(row) < to; row++) {
    if (rows.end(row) <= from) continue
    const spot = rows.spot(row)
    if (seen[spot] === count) continue
    seen[spot] = count
    if (isLeftOut === null || !isLeftOut(spot)) taken += 1
  }
  return taken
}
