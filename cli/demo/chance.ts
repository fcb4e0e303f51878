import { createHash } from 'node:crypto'
import { secretWord, uuidv7 } from '@openspot/api/ports.ts'

/** I, O and Q look like figures. */
const plateLetters = 'ABCDEFGHJKLMNPRSTUVWXYZ'.split('')
/** Ids carry a moment; the town's carry one that never changes, so that the seed alone decides them. */
const firstId = Date.UTC(2026, 0, 1)

/**
 * Chance that a seed decides (sfc32). Each part of the town draws from a stream of its own name, so that a change in
 * one part leaves the others as they were.
 */
export class Chance {
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

  /** A whole number, both ends included. */
  int(from: number, to: number): number {
    return from + Math.floor((this.#next() / 2 ** 32) * (to - from + 1))
  }

  /** True in so many of a thousand cases. */
  perMille(share: number): boolean {
    return this.int(1, 1000) <= share
  }

  pick<T>(from: readonly T[]): T {
    const picked = from[this.int(0, from.length - 1)]
    if (picked === undefined) throw new RangeError('There is nothing to choose from')
    return picked
  }

  /** One of the names, each as often as its weight says. */
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
