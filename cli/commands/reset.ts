import { createLog } from '@openspot/api/log.ts'
import { PlainError } from '@openspot/core/plain-error.ts'
import { migrate } from '@openspot/db/migrate.ts'
import { appRoleOf, openDatabase } from '@openspot/server/open-database.ts'
import { settingsOfProcess } from '@openspot/server/settings.ts'
import pg from 'pg'

/** Empties and recreates the local database. Only in the local environment, because it cannot be undone. */
export async function reset(): Promise<number> {
  const settings = settingsOfProcess()
  if (settings.environment !== 'local') {
    throw new PlainError(`reset is for the local environment; OPENSPOT_ENV is ${settings.environment}.`)
  }
  // Opened like the server of the folder, so it is refused while one runs on it.
  const open = await openDatabase(settings, { log: createLog(settings), onTaken: refuseToGoOn })
  try {
    const client = new pg.Client({ connectionString: open.owner_url })
    await client.connect()
    await client.query('drop schema if exists stripe_stand_in, graphile_worker, public cascade')
    await client.query('create schema public')
    await client.end()
    await migrate(open.owner_url, () => {}, appRoleOf(open))
    console.log(
      'The database is empty. The next start fills it with the demo town (OPENSPOT_DEMO=0 does not).',
    )
    return 0
  } finally {
    await open.close()
  }
}

/** Nothing more may be written once another process serves the data folder. */
function refuseToGoOn(error: PlainError): void {
  console.error(error.message)
  process.exit(1)
}
