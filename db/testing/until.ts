import { vi } from 'vitest'

/** Waits for a condition, long enough for a machine that is much slower than ours. The default of Vitest is a second. */
export const until = (isMet: () => unknown, interval = 20): Promise<unknown> =>
  vi.waitUntil(isMet, { timeout: 30_000, interval })
