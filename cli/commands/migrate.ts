import { migrate } from '@openspot/db/migrate.ts'
import { appRoleOf, openDatabase } from '@openspot/server/open-database.ts'
import { settingsOfProcess } from '@openspot/server/settings.ts'

/**
 * Migrates the database and ends. After that, processes need no `DATABASE_MIGRATE_URL`, so nothing that serves requests knows the
 * owner of the tables.
 */
export async function migrateDatabase(): Promise<number> {
  const open = await openDatabase(settingsOfProcess(), null)
  try {
    await migrate(open.owner_url, (line) => console.log(line), appRoleOf(open))
  } finally {
    await open.close()
  }
  console.log('The database is up to date.')
  return 0
}
