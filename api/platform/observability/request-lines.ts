import type { ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import type { Log } from '../../log.ts'
import type { Metrics } from './metrics.ts'

/**
 * The facts about a request at its end. `route` is the pattern, because a path holds ids and a query may hold anything.
 */
export interface RequestFacts {
  method: string
  route: string
  user_id?: string | null
  lot_id?: string | null
  /** Requested so often by machines that a log line for each would hide the others. */
  is_routine: boolean
}

/** The status that proxies use for a client that left before the response. */
const CALLER_LEFT = 499

/** Writes one log line and one measurement when the response has ended, however it ends. */
export function recordAnswer(
  response: ServerResponse,
  { log, metrics }: { log: Log; metrics: Metrics },
  factsOf: () => RequestFacts,
  onEnd: (facts: RequestFacts, status: number) => void = () => {},
): void {
  const started = performance.now()
  response.once('close', () => {
    const { is_routine, ...facts } = factsOf()
    const milliseconds = performance.now() - started
    const status = response.headersSent ? response.statusCode : CALLER_LEFT
    const line = { ...facts, status, duration_ms: Math.round(milliseconds * 10) / 10 }
    log[levelOf(status, is_routine)](line, 'request')
    // A stream lasts as long as its client watches, which says nothing about response times.
    if (!String(response.getHeader('content-type') ?? '').startsWith('text/event-stream'))
      metrics.observeRequest(facts, status, milliseconds / 1000)
    onEnd({ is_routine, ...facts }, status)
  })
}

function levelOf(status: number, isRoutine: boolean): 'error' | 'warn' | 'info' | 'debug' {
  if (isRoutine && status !== 500) return 'debug'
  // A 503 is intended: the process is overloaded or not ready yet.
  if (status >= 500) return status === 503 ? 'warn' : 'error'
  return 'info'
}
