import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PlainError } from '@openspot/core/plain-error.ts'
import { runMigrations } from 'graphile-worker'
import { runner } from 'node-pg-migrate'
import pg from 'pg'

const folder = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const migrationLock = 7003

/**
 * Brings a database to the present state: the job queue's tables, the migrations it lacks, and the functions, which
 * are made anew each time so that `db/functions/` always shows what is in force. Several servers may start at once:
 * one works, the others wait.
 */
export async function migrate(url: string, say: (line: string) => void = () => {}): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('notice', () => {})
  await client.connect()
  try {
    await refuseOldServer(client)
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await runMigrations({ connectionString: url, maxPoolSize: 1, logger: undefined })
    const done = await runner({
      dbClient: client,
      dir: folder('./migrations'),
      direction: 'up',
      migrationsTable: 'migrations',
      checkOrder: true,
      noLock: true,
      singleTransaction: false,
      log: () => {},
      logger: { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} },
    })
    for (const { name } of done) say(`database: ${name}`)
    const functions = folder('./functions')
    await client.query('begin')
    for (const file of readdirSync(functions).toSorted()) {
      await client.query(readFileSync(`${functions}/${file}`, 'utf8'))
    }
    await client.query('commit')
  } finally {
    await client.end()
  }
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string; number: number }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number`,
  )
  const server = rows[0]
  if (!server || server.number < 180_000) {
    throw new PlainError(`This PostgreSQL is version ${server?.version}; Openspot needs 18 or newer.`)
  }
}
