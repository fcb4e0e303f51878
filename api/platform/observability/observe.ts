import type { Settings } from '@openspot/core/settings.ts'
import { createLog, type Log } from '../../log.ts'
import { createHealth, type Health } from '../health/health.ts'
import { createMetrics, type Metrics, type Version } from './metrics.ts'
import { startTracing, type Tracing } from './tracing.ts'

/** The log, metrics, traces, and health checks of a process. */
export interface Observability {
  log: Log
  metrics: Metrics
  tracing: Tracing | null
  health: Health
}

export async function observe(
  settings: Settings,
  version: Version = { version: 'unknown', commit: null },
  log: Log = createLog(settings),
): Promise<Observability> {
  const isExposed = settings.metrics.port !== null || settings.metrics.token !== null
  return {
    log,
    metrics: createMetrics(version, isExposed),
    tracing: await startTracing(settings, version, log),
    health: createHealth(log),
  }
}
