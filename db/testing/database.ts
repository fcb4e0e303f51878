import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

export interface TestDatabase {
  name: string
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
  const name = `test_${randomBytes(6).toString('hex')}`
  const template = from === 'migrated' ? 'template_openspot' : 'template0'
  await asAdmin((admin) => admin.query(cloneOf(template, name)))
  return databaseOf(name)
}

/**
 * Creates a database for one test file as a clone of a template that the first caller in a test run fills, because
 * filling it takes seconds. All connections that `fill` opened must be closed when it ends.
 */
export async function filledDatabase(
  template: string,
  fill: (database: TestDatabase) => Promise<void>,
): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await asAdmin(async (admin) => {
    // A session lock: other processes wait until the template is complete.
    await admin.query('select pg_advisory_lock(hashtext($1))', [template])
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [template])
    if (rowCount === 0) await createTemplate(admin, template, fill)
    await admin.query(cloneOf(template, name))
  })
  return databaseOf(name)
}

/** Copies files: writing their pages to the log instead, which is the default, takes twice as long. */
const cloneOf = (template: string, name: string) =>
  `create database ${name} template ${template} strategy file_copy`

/** Fills a draft first, so that a failure leaves no template that is half filled. */
async function createTemplate(
  admin: pg.Client,
  template: string,
  fill: (database: TestDatabase) => Promise<void>,
): Promise<void> {
  const draft = await testDatabase()
  await fill(draft)
  await admin.query(`alter database ${draft.name} rename to ${template}`)
}

function databaseOf(name: string): TestDatabase {
  return {
    name,
    url: inject('test_app_url').replace(/\/postgres$/, `/${name}`),
    owner_url: inject('test_server_url').replace(/\/postgres$/, `/${name}`),
    drop: async () => {
      await asAdmin((admin) => admin.query(`drop database if exists ${name} with (force)`))
    },
  }
}

async function asAdmin(work: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client({ connectionString: inject('test_server_url') })
  await admin.connect()
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}
