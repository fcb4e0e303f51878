/** A generator that makes the same choices for the same seed (mulberry32). */
export interface Random {
  below(n: number): number
  pick<T>(of: readonly T[]): T
  yes(share: number): boolean
}

export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (n: number) => Math.floor(next() * n)
  return {
    below,
    yes: (share) => next() < share,
    pick: (of) => {
      const one = of[below(of.length)]
      if (one === undefined) throw new Error('nothing to pick from')
      return one
    },
  }
}
