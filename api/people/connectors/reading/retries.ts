import { VendorUnavailable } from '../../../net/vendor-errors.ts'
import type { VendorNetwork } from '../../../vendors.ts'

const waits_ms = [1_000, 4_000]
/** A vendor that asks for a longer wait is left to the next job. */
const longest_wait_ms = 60_000

/** Makes up to three attempts while the vendor is not available. All calls only read, so repeating one is harmless. */
export async function withRetries<T>(
  net: VendorNetwork,
  signal: AbortSignal,
  attempt: () => Promise<T>,
): Promise<T> {
  for (const wait_ms of waits_ms) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof VendorUnavailable)) throw error
      const asked_ms = (error.retry_after_seconds ?? 0) * 1000
      if (asked_ms > longest_wait_ms) throw error
      await net.wait(Math.max(asked_ms, wait_ms), signal)
    }
  }
  return attempt()
}
