import type { Log } from '@openspot/api/log.ts'
import type { Problem } from '@openspot/api/platform/alerts/alert.ts'
import type { Metrics } from '@openspot/api/platform/observability/metrics.ts'
import type { ServerChange } from './relay-servers.ts'

/** A restart is over before anyone could act. */
const alertMilliseconds = 60_000

interface Telling {
  log: Log
  /** Null until the process counts. */
  metrics: () => Pick<Metrics, 'setApiLost'> | null
  alert: (problem: Problem) => Promise<void>
  alert_ms?: number
}

/** Logs and counts each server of the API that the web loses, and alerts the operator to one that is not back within a minute. */
export function reportLostApis({
  log,
  metrics,
  alert,
  alert_ms = alertMilliseconds,
}: Telling): (change: ServerChange) => void {
  const lost = new Map<string, NodeJS.Timeout>()
  return ({ base: url, is_lost, reason }) => {
    log[is_lost ? 'error' : 'warn'](
      { event: is_lost ? 'api_lost' : 'api_back', url, reason },
      'API of the web',
    )
    metrics()?.setApiLost(is_lost, reason)
    clearTimeout(lost.get(url))
    lost.delete(url)
    if (!is_lost) return
    const what = reason === 'silent' ? 'takes calls and does not answer them' : 'refuses connections'
    const summary = `The API at ${new URL(url).host} ${what}. The web does without it.`
    lost.set(url, setTimeout(() => void alert({ event: 'API_LOST', summary }), alert_ms).unref())
  }
}
