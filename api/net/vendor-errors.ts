/**
 * A failure of a vendor's system. Messages are shown to admins, so they contain no credentials: what a vendor said has
 * been through a `Redact`.
 */
export abstract class VendorError extends Error {}

/** The vendor can't be reached or is busy. Trying later helps; the credentials are not affected. */
export class VendorUnavailable extends VendorError {
  /** How long the vendor asks to wait; null if it doesn't say. */
  readonly retry_after_seconds: number | null
  constructor(text: string, retry_after_seconds: number | null = null) {
    super(text)
    this.retry_after_seconds = retry_after_seconds
  }
}

/** The vendor answered with an error, or with something that can't be read. Trying again won't help. */
export class VendorFault extends VendorError {}

/** Returns a failure of a vendor, also one that took longer than its signal allowed; null for any other error. */
export function asVendorError(error: unknown): VendorError | null {
  if (error instanceof VendorError) return error
  const isTooSlow = error instanceof DOMException && error.name === 'TimeoutError'
  return isTooSlow ? new VendorUnavailable('The vendor did not answer in time.') : null
}
