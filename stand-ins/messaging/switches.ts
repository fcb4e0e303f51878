export const vendors = ['TWILIO', 'FCM', 'GOOGLE_TOKEN', 'PUSH'] as const
export type Vendor = (typeof vendors)[number]

/** What goes wrong at one vendor. Everything is off at first. */
export interface Switches {
  /** Answers all calls with this status, and with nothing of its own format. */
  status: number | null
  /** For 429 and 503. */
  retry_after_seconds: number | null
  /** Refuses all credentials. */
  deny: boolean
  /** Does what was asked, and closes the connection without an answer. */
  loses_answers: boolean
  /** FCM: answers with this error code instead. Twilio: with this number as code. */
  code: string | null
  /** Twilio: what the status callback reports instead of `delivered`, such as `undelivered`. */
  final_status: string
}

export const noSwitches: Switches = {
  status: null,
  retry_after_seconds: null,
  deny: false,
  loses_answers: false,
  code: null,
  final_status: 'delivered',
}

/** A request that a vendor received. */
export interface Received {
  vendor: Vendor
  method: string
  url: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
}

/** An answer; a body that is not a text is sent as JSON. */
export interface Answer {
  status: number
  headers?: Record<string, string>
  body?: unknown
}
