import { setTimeout as pause } from 'node:timers/promises'

/** Waits until something is so and answers it. Throws with `what` if that takes too long. */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  seconds = 60,
): Promise<NonNullable<Exclude<T, false>>> {
  const deadline = performance.now() + seconds * 1000
  for (;;) {
    const found = await look()
    if (found) return found as NonNullable<Exclude<T, false>>
    if (performance.now() > deadline) throw new Error(`After ${seconds} s still not: ${what}.`)
    await pause(20)
  }
}
