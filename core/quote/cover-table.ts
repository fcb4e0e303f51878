/**
 * The best cover from each moment of the grid onward, filled from the end; lowest cost first, then the fewest blocks.
 */
export class CoverTable {
  /** Number of moments before the end of the reservation, which has index `size`. */
  readonly size: number
  private readonly span: number
  private readonly grid: number
  private readonly costs: Float64Array
  private readonly counts: Int32Array
  private readonly units: Uint8Array
  private readonly runs: Uint16Array
  private readonly nexts: Int32Array
  /**
   * Moments later than the current one, the latest at the bottom. A moment is dropped once an earlier one is better,
   * because a block that may be continued at the later one may also be continued at the earlier. So each entry is at
   * least as good as all above it, and the best up to some moment is the lowest entry that is not later. Binary search
   * finds it, also if ends are out of order because the clocks change.
   */
  private readonly stack: Int32Array
  private height = 1

  /** Both in minutes: the length of the reservation and the distance between moments. */
  constructor(span: number, grid: number) {
    const size = Math.ceil(span / grid)
    this.size = size
    this.span = span
    this.grid = grid
    this.costs = new Float64Array(size + 1).fill(Number.POSITIVE_INFINITY)
    this.counts = new Int32Array(size + 1)
    this.units = new Uint8Array(size + 1)
    this.runs = new Uint16Array(size + 1)
    this.nexts = new Int32Array(size + 1)
    this.stack = new Int32Array(size + 1)
    this.costs[size] = 0
    this.stack[0] = size
  }

  /**
   * Returns the latest moment at most `minutes` after the start; the end of the reservation need not lie on the grid.
   */
  indexOf(minutes: number): number {
    return minutes >= this.span ? this.size : Math.floor(minutes / this.grid)
  }

  /** Considers a run of blocks from moment `index` that reaches moment `reach`. */
  offer(index: number, unit: number, run: number, cents: number, reach: number): void {
    const next = this.bestUpTo(reach)
    const cost = cents + (this.costs[next] ?? 0)
    const count = run + (this.counts[next] ?? 0)
    const best = this.costs[index] ?? 0
    if (cost > best || (cost === best && count >= (this.counts[index] ?? 0))) return
    this.costs[index] = cost
    this.counts[index] = count
    this.units[index] = unit
    this.runs[index] = run
    this.nexts[index] = next
  }

  /** Allows earlier blocks to be continued from moment `index`. */
  close(index: number): void {
    while (this.height > 0 && this.isWorse(this.stack[this.height - 1] ?? 0, index)) this.height -= 1
    this.stack[this.height] = index
    this.height += 1
  }

  /** Returns the starts, units, and runs of the best cover; null if the offered blocks do not reach the end. */
  chosen(): { index: number; unit: number; run: number }[] | null {
    if (this.costs[0] === Number.POSITIVE_INFINITY) return null
    const all = []
    for (let index = 0; index < this.size; index = this.nexts[index] ?? this.size) {
      all.push({ index, unit: this.units[index] ?? 0, run: this.runs[index] ?? 1 })
    }
    return all
  }

  private isWorse(a: number, b: number): boolean {
    const [costA, costB] = [this.costs[a] ?? 0, this.costs[b] ?? 0]
    return costA > costB || (costA === costB && (this.counts[a] ?? 0) > (this.counts[b] ?? 0))
  }

  private bestUpTo(reach: number): number {
    let low = 0
    let high = this.height - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.stack[middle] ?? 0) <= reach) high = middle
      else low = middle + 1
    }
    return this.stack[low] ?? this.size
  }
}
