export interface VendorRequest {
  method: 'GET' | 'POST'
  url: string
  headers: Readonly<Record<string, string>>
  body?: string | Uint8Array
}

export interface VendorResponse {
  status: number
  /** By lower-case names. */
  headers: Readonly<Record<string, string>>
  body: Buffer
}

/** The network as the connectors of property-management systems use it. */
export interface VendorNetwork {
  /**
   * Sends one request and reads the whole response. Throws `VendorUnavailable` if the vendor can't be reached, is too slow,
   * or answers 408, 429, 502, 503, or 504, and `VendorFault` for an address that isn't allowed, a redirect, or a response
   * that is too large. Every other status is returned.
   */
  send(request: VendorRequest, signal: AbortSignal): Promise<VendorResponse>
  /** Rejects with the reason of the signal if it aborts. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>
  now(): Date
}
