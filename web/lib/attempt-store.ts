/**
 * A request that moves money and has no answer yet, kept in this tab so that a reload repeats exactly it: the same key and body are the same
 * attempt to the server.
 */
export interface KeptAttempt<Body> {
  idempotency_key: string
  body: Body
  /** When it was sent, in milliseconds since 1970. */
  sent_at: number
}

/** A price is guaranteed for 15 minutes, so an older request can't succeed anymore. */
const KEPT_MS = 10 * 60_000
const nameOf = (path: string) => `openspot.attempt ${path}`

/** Keeps the attempt of a page, or forgets it with null. */
export function keepAttempt<Body>(path: string, attempt: KeptAttempt<Body> | null): void {
  inStorage((storage) =>
    attempt === null
      ? storage.removeItem(nameOf(path))
      : storage.setItem(nameOf(path), JSON.stringify(attempt)),
  )
}

/** Returns the attempt of a page that has no answer yet, unless it is too old. */
export function keptAttempt<Body>(path: string, now_ms: number): KeptAttempt<Body> | null {
  const text = inStorage((storage) => storage.getItem(nameOf(path)))
  if (!text) return null
  const attempt = JSON.parse(text) as KeptAttempt<Body>
  return now_ms - attempt.sent_at < KEPT_MS ? attempt : null
}

function inStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(window.sessionStorage)
  } catch {
    // A browser may forbid storage, or have none left. The question before a second booking still protects the driver.
    return undefined
  }
}
