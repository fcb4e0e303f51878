import { asVendorError, VendorUnavailable } from '../../net/vendor-errors.ts'

/** What a vendor did with a message. `error` is a code or a sentence of ours, never what the vendor quotes. */
export type Outcome =
  | { kind: 'SENT'; provider_id?: string }
  /** The device, or the number, is gone for good. */
  | { kind: 'GONE'; error: string }
  /** The vendor refuses us: a person must correct the settings. */
  | { kind: 'REFUSED'; error: string }
  | { kind: 'RETRY'; error: string; after_seconds: number | null }
  | { kind: 'FAILED'; error: string }

/** Returns the outcome of a call that threw. Other errors are thrown again. */
export function outcomeOfError(error: unknown): Outcome {
  const known = asVendorError(error)
  if (known instanceof VendorUnavailable)
    return { kind: 'RETRY', error: known.message, after_seconds: known.retry_after_seconds }
  if (known !== null) return { kind: 'FAILED', error: known.message }
  throw error
}
