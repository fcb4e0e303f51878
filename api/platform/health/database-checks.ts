import type { Settings } from '@openspot/core/settings.ts'
import type { Database } from '@openspot/db/database.ts'
import { missingMigrations } from '@openspot/db/schema-state.ts'
import { longestMinutes, tasksBesideReadiness, usualLongestMinutes } from '../../job-queues.ts'
import type { Ports } from '../../ports.ts'
import { isQueueLate, queryHealth, tryWrite } from './database-checks.sql.ts'
import { atMostEvery } from './deadline.ts'
import type { Health } from './health.ts'

export interface DatabaseCheckDeps {
  database: Database
  settings: Pick<Settings, 'roles'>
  ports: Pick<Ports, 'now'>
  health: Health
}

/** Adds the checks of the database: it answers, accepts writes, is migrated, and its job queue moves. */
export function checkDatabase({ database, settings, ports, health }: DatabaseCheckDeps): void {
  const { pool } = database
  const now = () => ports.now()
  health.add(
    'database',
    atMostEvery(1000, now, async () => {
      await queryHealth(pool)
      return 'ok'
    }),
  )
  health.add(
    'writable',
    atMostEvery(5000, now, () => tryWrite(pool)),
  )
  health.add(
    'migrations',
    atMostEvery(60_000, now, async () => ((await missingMigrations(pool)).length > 0 ? 'missing' : 'ok')),
  )
  // Only with a worker role: taking an API without a worker out of service would not help the queue.
  if (settings.roles.worker) {
    const limits = {
      beside: tasksBesideReadiness,
      usual_minutes: usualLongestMinutes,
      longest_minutes: longestMinutes,
    }
    health.add(
      'queue',
      atMostEvery(1000, now, async () => ((await isQueueLate(pool, limits)) ? 'late' : 'ok')),
    )
  }
}
