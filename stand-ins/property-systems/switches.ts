/** What goes wrong at one vendor. Everything is off at first. */
export interface Switches {
  /** Refuses all credentials. */
  deny: boolean
  /** Answers all calls with this status, and with nothing of its own format. */
  status: number | null
  /** Answers every n-th call with 429. */
  rate_limit_every: number
  /** For 429 and 503. */
  retry_after_seconds: number | null
  /** Answers the n-th call from now, and those after it, with 503. */
  fail_from_call: number
  /** Waits before each answer. */
  delay_ms: number
  /** Closes the connection in the middle of each answer. */
  breaks_off: boolean
  /** Accepts calls, and never answers. */
  silent: boolean
  /** Answers with this text as an error of the vendor's format. */
  error: string | null
  /** Sends that error as a SOAP Fault (Yardi has messages otherwise), or with status 400 (Entrata has 200 otherwise). */
  fault: boolean
  /** Yardi: Error, Warning, or FYI. */
  message_type: string
  /** Quotes the request in errors, credentials included. */
  echo: boolean
  /** Answers with this body instead, as it is. */
  body: string | null
  /** Redirects all calls to this address. */
  redirect: string | null
  /** Answers with empty results. */
  empty: boolean
  /** Entrata: lists of one item are that item. */
  single_as_object: boolean
  /** Entrata: says nothing about further pages. */
  no_links: boolean
  /** Methods that are not granted, in lower case. */
  not_granted: string[]
  /** Properties that are not subscribed or configured. */
  not_subscribed: string[]
  /** Calls that name one of these properties are answered with status 500. */
  failing: string[]
  /** The CSV file: hours since it was written, a column that is left out, and its encoding. */
  file_age_hours: number
  missing_column: string | null
  windows_1252: boolean
  separator: string
}

export const noSwitches: Switches = {
  deny: false,
  status: null,
  rate_limit_every: 0,
  retry_after_seconds: null,
  fail_from_call: 0,
  delay_ms: 0,
  breaks_off: false,
  silent: false,
  error: null,
  fault: false,
  message_type: 'Error',
  echo: false,
  body: null,
  redirect: null,
  empty: false,
  single_as_object: false,
  no_links: false,
  not_granted: [],
  not_subscribed: [],
  failing: [],
  file_age_hours: 1,
  missing_column: null,
  windows_1252: false,
  separator: ',',
}

/** One request to a vendor. */
export interface Asked {
  path: string
  query: URLSearchParams
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: string
  switches: Switches
}

/** The answer: a large body is made while it is sent. */
export interface Answer {
  status: number
  headers?: Record<string, string>
  body: Iterable<string | Uint8Array>
}

/** The secret that every vendor accepts. */
export const goodSecret = 'test-ok'
