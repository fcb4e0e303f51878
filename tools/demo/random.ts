import { createHash } from 'node:crypto'
import { secretWord, uuidv7 } from '@openspot/api/ports.ts'

/** Without I, O, and Q, which look like digits. */
const plateLetters = 'ABCDEFGHJKLMNPRSTUVWXYZ'.split('')
/** IDs contain a timestamp; the demo's never changes, so that only the seed determines them. */
const firstId = Date.UTC(2026, 0, 1)

/**
 * A seeded random generator (sfc32). Each part of the demo data uses its own named stream, so that a change in one part
 * does not affect the others.
 */
export class Random {
  readonly #state: Uint32Array
  #ids = 0

  constructor(seed: number, stream: string) {
    const digest = createHash('sha256').update(`openspot town ${seed} ${stream}`).digest()
    this.#state = Uint32Array.from([0, 4, 8, 12], (at) => digest.readUInt32LE(at))
  }

  #next(): number {
    const [a = 0, b = 0, c = 0, count = 0] = this.#state
    const drawn = (a + b + count) >>> 0
    this.#state.set([
      b ^ (b >>> 9),
      (c + (c << 3)) >>> 0,
      (((c << 21) | (c >>> 11)) + drawn) >>> 0,
      (count + 1) >>> 0,
    ])
    return drawn
  }

  /** Returns an integer, both ends included. */
  int(from: number, to: number): number {
    return from + Math.floor((this.#next() / 2 ** 32) * (to - from + 1))
  }

  /** Returns true in `share` of 1,000 cases. */
  perMille(share: number): boolean {
    return this.int(1, 1000) <= share
  }

  pick<T>(from: readonly T[]): T {
    const picked = from[this.int(0, from.length - 1)]
    if (picked === undefined) throw new RangeError('There is nothing to choose from')
    return picked
  }

  /** Returns one of the names, in proportion to its weight. */
  weighed<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    const all = Object.entries(weights) as [Name, number][]
    let left = this.int(
      1,
      all.reduce((sum, [, weight]) => sum + weight, 0),
    )
    for (const [name, weight] of all) {
      left -= weight
      if (left <= 0) return name
    }
    throw new RangeError('The weights are empty')
  }

  shuffled<T>(from: readonly T[]): T[] {
    return from
      .map((each) => ({ each, rank: this.#next() }))
      .toSorted((a, b) => a.rank - b.rank)
      .map(({ each }) => each)
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.#next() & 0xff))
  }

  id(): string {
    return uuidv7(firstId + this.#ids++, this.bytes(10))
  }

  publicId(): string {
    return secretWord({ random: (length) => this.bytes(length) })
  }

  digits(length: number): string {
    return Array.from({ length }, () => this.int(0, 9)).join('')
  }

  letters(length: number): string {
    return Array.from({ length }, () => this.pick(plateLetters)).join('')
  }
}
