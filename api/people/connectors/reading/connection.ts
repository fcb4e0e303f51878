import type {
  CredentialSource,
  CredentialValues,
  ResidentExtra,
} from '@openspot/core/residents/credentials.ts'
import type { VendorWarningCode } from '@openspot/core/residents/enums.ts'
import type { VendorProperty, VendorRow } from '@openspot/core/residents/vendor-row.ts'

/** How to reach a vendor's account. */
export interface Connection {
  source: CredentialSource
  /** Decrypted, by the names of the fields in `core/residents/credentials.ts`. */
  values: CredentialValues
  /** What to read in addition. */
  extras: readonly ResidentExtra[]
}

/** Something that an admin should know, although the pull goes on. */
export interface VendorWarning {
  code: VendorWarningCode
  /** Without credentials and personal data. */
  text: string
}

export interface PullOptions {
  /** The instant of the last complete pull, or null for a full one. */
  since: Date | null
  signal: AbortSignal
  warn?: (warning: VendorWarning) => void
}

/**
 * Reads one account of a vendor. All methods throw only `VendorError`s, and the reason of the signal once it aborts. Nothing
 * is kept between calls but the pace of the requests.
 */
export interface Connector {
  /** Lists the properties that the credentials reach. This is also the check of the credentials. */
  listProperties(signal: AbortSignal): Promise<VendorProperty[]>
  /**
   * Reads the residents of a property in pages of at most 500 leases, so that memory stays bounded. If a page fails, the
   * iteration throws, and the pull is not complete. With `since`, a vendor may leave out who did not change.
   */
  pull(property_id: string, options: PullOptions): AsyncIterable<VendorRow[]>
}

/** Leases in a page. */
export const PAGE_SIZE = 500
