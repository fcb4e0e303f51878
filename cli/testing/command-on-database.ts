import { testDatabase } from '@openspot/db/testing/database.ts'
import { commandRuns } from '@openspot/server/testing/product.ts'
import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'

/** Runs one command of `openspot` on a database of its own, which the tests of a file share. Registers their hooks. */
export function commandOnDatabase(name: string) {
  const { openspot, endAll, remove } = commandRuns()
  let database: Awaited<ReturnType<typeof testDatabase>>
  let owner: pg.Client
  beforeAll(async () => {
    database = await testDatabase()
    owner = new pg.Client({ connectionString: database.owner_url })
    await owner.connect()
  })
  afterAll(async () => {
    await endAll()
    await owner.end()
    await database.drop()
    remove()
  })
  return {
    /** Returns the exit code and the trimmed output. */
    run: async (...args: string[]): Promise<[code: number | null, text: string]> => {
      const run = openspot([name, ...args], {
        DATABASE_URL: database.url,
        DATABASE_MIGRATE_URL: database.owner_url,
      })
      return [await run.ended, run.output().trim()]
    },
    /** A connection as the owner of the tables. */
    owner: () => owner,
    owner_url: () => database.owner_url,
  }
}
