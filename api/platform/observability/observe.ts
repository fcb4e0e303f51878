import type { Settings } from '@openspot/core/settings.ts'
import { createLog, type Log } from '../../log.ts'
import { type Ports, realPorts } from '../../ports.ts'
import { createHealth, type Health } from '../health/health.ts'
import { createMetrics, type Metrics, type Version } from './metrics.ts'
import { releaseOf } from './release.ts'
import { type SentryTraces, traceToSentry } from './sentry-traces.ts'
import { joined, startTracing, type Tracing } from './tracing.ts'

/** The log, metrics, traces, and health checks of a process. */
export interface Observability {
  log: Log
  metrics: Metrics
  /** All tracing, `sentry_traces` included; null if there is none. */
  tracing: Tracing | null
  /** What traces for Sentry; null without a DSN. */
  sentry_traces: SentryTraces | null
  health: Health
}

export async function observe(
  settings: Settings,
  version: Version = { version: 'unknown', commit: null },
  log: Log = createLog(settings),
  ports: Pick<Ports, 'now' | 'random'> = realPorts,
): Promise<Observability> {
  const { sentry, environment } = settings
  const sentry_traces =
    sentry === null
      ? null
      : traceToSentry({ dsn: sentry.text, environment, release: releaseOf(version) }, ports)
  const otlp = await startTracing(settings, version, log)
  const isExposed = settings.metrics.port !== null || settings.metrics.token !== null
  return {
    log,
    metrics: createMetrics(version, isExposed),
    tracing: joined([otlp, sentry_traces].filter((each) => each !== null)),
    sentry_traces,
    health: createHealth(log),
  }
}
