import type { Db } from '@openspot/db/database.ts'
import type pg from 'pg'
import { eachByItself } from '../../failures.ts'
import type { Log } from '../../log.ts'
import type { Ports } from '../../ports.ts'
import type { Secrets } from '../../secrets.ts'
import { listSealed, sealedColumns } from './sealed.sql.ts'

/**
 * Encrypts again what was encrypted with a previous secret of the operator, so that the secret can be retired. Does nothing without a
 * previous secret.
 */
export async function resealAll(deps: {
  db: Db
  pool: pg.Pool
  log: Log
  ports: Pick<Ports, 'random'>
  secrets: Secrets
}): Promise<void> {
  const { db, pool, log, ports, secrets } = deps
  if (!secrets.has_previous) return
  for (const column of sealedColumns) {
    await eachByItself(
      { log, task: 'reseal' },
      await listSealed(pool, column),
      ({ id }) => id,
      async ({ id, sealed }) => {
        const again = secrets.reseal(column.purpose, sealed, ports.random(12))
        if (again !== null) await column.replace(db, id, sealed, again)
      },
    )
  }
}
