import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '@openspot/api/log.ts'
import { startHealthThread } from '@openspot/api/platform/health/health-thread.ts'
import { listenForMetrics } from '@openspot/api/platform/observability/metrics-endpoint.ts'
import { type Observability, observe } from '@openspot/api/platform/observability/observe.ts'
import { isOverloaded } from '@openspot/api/plugins/shedding.ts'
import type { Ports } from '@openspot/api/ports.ts'
import type { Settings } from '@openspot/core/settings.ts'
import type { Database } from '@openspot/db/database.ts'
import { versionOfCheckout } from './version.ts'

/** Starts logging, metrics, and health checks of this process before anything else. */
export async function startWatching(
  settings: Settings,
  undo: (() => Promise<void>)[],
  log: Log,
): Promise<Observability> {
  const version = versionOfCheckout()
  const watch = await observe(settings, version, log)
  const { metrics, tracing, health } = watch
  if (settings.process !== null) metrics.setProcess(settings.process)
  const roles = Object.entries(settings.roles).flatMap(([role, isOn]) => (isOn ? [role] : []))
  log.info({ ...version, environment: settings.environment, roles, node: process.version }, 'starting')
  undo.push(async () => {
    await tracing?.close()
    log.info('stopped')
  })
  if (settings.metrics.port !== null) {
    const { port, close } = await listenForMetrics({ metrics, log }, settings.metrics)
    log.info({ port }, 'metrics')
    undo.push(close)
  }
  if (settings.health_port !== null) {
    const { port, close } = await startHealthThread(
      { port: settings.health_port, host: settings.host },
      health,
    )
    log.info({ port }, 'health')
    undo.push(close)
  }
  return watch
}

/** Returns the version of PostgreSQL and the last migration. */
export async function versionsOf({ pool }: Database): Promise<{ postgres: string; migration: string }> {
  const { rows } = await pool.query<{ postgres: string; migration: string }>(
    `select current_setting('server_version') as postgres, max(name) as migration from migrations`,
  )
  return rows[0] ?? { postgres: '', migration: '' }
}

/** Whether the API answers, for a process that serves only the web. */
export async function requestHealth(
  settings: Pick<Settings, 'api_url'>,
  ports: Pick<Ports, 'fetch'>,
): Promise<string> {
  const answer = await ports.fetch(`${settings.api_url}/api/health/live`, {
    signal: AbortSignal.timeout(1400),
  })
  return answer.ok ? 'ok' : 'is not responding'
}

/**
 * Waits until the event loop has caught up after startup, with a limit: otherwise the first requests would be rejected
 * as overload.
 */
export async function untilCalm(ports: Pick<Ports, 'loopDelay'>): Promise<void> {
  for (let tries = 0; tries < 100 && isOverloaded(ports); tries++) await pause(100)
}
