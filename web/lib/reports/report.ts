import { CallError } from '@openspot/contract/call.ts'
import { isConnectionFailure, isFrameworkSignal } from '@openspot/core/error-monitoring/left-out.ts'

/** What is known about an error besides itself. No personal data. */
export interface About {
  /** The call that failed, by its pattern, such as `POST /api/v2/quotes`. */
  call?: string
  /** Where it was caught, such as `page` for the error page of the product. */
  caught_by?: string
  is_handled?: boolean
}
type Send = (error: unknown, about: About) => void

/** Errors from before the SDK was there. More than this are not worth waiting for. */
const MAX_WAITING = 20
const waiting: { error: unknown; about: About }[] = []
let send: Send | null = null
let tell: (() => void) | null = null

/** Reports an error of a page, unless nobody can do anything about it. It never throws and nothing waits for it. */
export function report(error: unknown, about: About = {}): void {
  if (!isWorthReporting(error)) return
  if (send) return send(error, about)
  if (waiting.length < MAX_WAITING) waiting.push({ error, about })
  tell?.()
}

/** Calls `work` once an error waits for the SDK. */
export function whenReported(work: () => void): void {
  tell = work
  if (waiting.length > 0) work()
}

/** The SDK takes over, with everything that happened before. */
export function deliverTo(to: Send): void {
  send = to
  for (const { error, about } of waiting.splice(0)) to(error, about)
}

/** A refusal by the server is not an error, unless the server itself failed. */
const isWorthReporting = (error: unknown): boolean =>
  !isFrameworkSignal(error) &&
  !isConnectionFailure(error) &&
  !(error instanceof CallError && error.status < 500)
