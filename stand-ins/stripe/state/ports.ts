import { randomBytes } from 'node:crypto'

/** External dependencies of the stand-in: time, randomness, and network. All of them can be replaced. */
export interface Clock {
  now(): Date
}

/** A number from 0 up to, but not including, 1. */
export type Random = () => number

/** Sends one webhook and returns the response status. Throws if there is no response. */
export type Post = (url: string, headers: Record<string, string>, body: string) => Promise<number>

export const systemClock: Clock = { now: () => new Date() }

/** From the operating system's source, because client secrets and webhook secrets are generated from it. */
export const systemRandom: Random = () => randomBytes(6).readUIntBE(0, 6) / 2 ** 48

/**
 * Stripe follows no redirects (https://docs.stripe.com/webhooks#fix-http-status-codes) and waits only a few seconds.
 */
export const systemPost: Post = async (url, headers, body) => {
  const answer = await fetch(url, {
    method: 'POST',
    headers,
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(10_000),
  })
  await answer.arrayBuffer()
  return answer.status
}

/** A repeatable random source: mulberry32 (public domain, Tommy Ettinger). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
