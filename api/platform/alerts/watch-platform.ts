import { type AlertEvent, OVERDUE_HOLD_MINUTES, STALLED_JOB_MINUTES } from '@openspot/core/alert-events.ts'
import { isLostConnection } from '@openspot/db/lost-connection.ts'
import type { Deps } from '../../deps.ts'
import { reportFailure } from '../../failures.ts'
import { alert, resolveAlert } from './alert.ts'
import { readStanding } from './alerts.sql.ts'

const everyMs = 30_000
const databaseLost = {
  event: 'DATABASE_LOST',
  summary: 'The database has not responded for 30 seconds. Nothing can be booked.',
} as const

/**
 * Checks for problems that nothing else reports: a stalled queue and holds that are not released. Runs in every process
 * with a database, so that the others notice a dead worker.
 */
export function watchPlatform(deps: Deps): () => Promise<void> {
  let busy: Promise<void> | null = null
  let failures = 0
  const look = async () => {
    try {
      await checkPlatform(deps)
      if (failures > 0) await resolveAlert(deps, 'DATABASE_LOST')
      failures = 0
    } catch (error) {
      failures++
      // A single failure may be a restart, which is over before anyone could act.
      if (failures > 1 && isLostConnection(error)) await alert(deps, databaseLost)
      throw error
    }
  }
  const timer = setInterval(() => {
    busy ??= look()
      .catch((error: unknown) => reportFailure(deps.log, { task: 'watch_platform', error }))
      .finally(() => {
        busy = null
      })
  }, everyMs)
  return async () => {
    clearInterval(timer)
    await busy
  }
}

/** Raises the alerts that are due now and resolves those that are over. */
export async function checkPlatform(deps: Deps): Promise<void> {
  const { database, ports } = deps
  const { stalled, overdue, given_up } = await readStanding(database.pool, ports.now())
  await announce(
    deps,
    'QUEUE_STALLED',
    stalled,
    `jobs have been due for more than ${STALLED_JOB_MINUTES} minutes.`,
  )
  await announce(
    deps,
    'HOLDS_OVERDUE',
    overdue,
    `holds expired more than ${OVERDUE_HOLD_MINUTES} minutes ago and are still held.`,
  )
  if (given_up === 0) await resolveAlert(deps, 'JOB_GIVEN_UP')
}

async function announce(deps: Deps, event: AlertEvent, count: number, text: string): Promise<void> {
  if (count > 0) await alert(deps, { event, summary: `${count} ${text}` })
  else await resolveAlert(deps, event)
}
