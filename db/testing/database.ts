import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

export interface TestDatabase {
  /** As the application role. */
  url: string
  /** As the owner of the tables, a superuser: for setup that the application role may not do. */
  owner_url: string
  drop(): Promise<void>
}

/**
 * Creates a database for one test file: a clone of the migrated template, or an empty one. `drop` removes it and ends
 * all its connections.
 */
export async function testDatabase(from: 'migrated' | 'empty' = 'migrated'): Promise<TestDatabase> {
  const server = inject('test_server_url')
  const name = `test_${randomBytes(6).toString('hex')}`
  await asAdmin(
    server,
    `create database ${name} template ${from === 'migrated' ? 'template_openspot' : 'template0'}`,
  )
  return {
    url: inject('test_app_url').replace(/\/postgres$/, `/${name}`),
    owner_url: server.replace(/\/postgres$/, `/${name}`),
    drop: () => asAdmin(server, `drop database if exists ${name} with (force)`),
  }
}

async function asAdmin(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
