import { testDatabase } from '@openspot/db/testing/database.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findOrMakePerson } from './booking/reservations/staff.sql.ts'
import { keepVapidKey } from './platform/push/vapid.sql.ts'
import { keepSecret } from './secrets.sql.ts'
import { untilWaiting } from './testing/waiting.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let pool: pg.Pool

beforeAll(async () => {
  database = await testDatabase()
  pool = new pg.Pool({ connectionString: database.owner_url, max: 4 })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

/** Lets the first value be written by another server while `ours` already waits for it. */
async function whileAnotherWrites<T>(write: string, values: string[], ours: () => Promise<T>): Promise<T> {
  const other = await pool.connect()
  try {
    await other.query('begin')
    await other.query(write, values)
    const result = ours()
    await untilWaiting(pool, 1)
    await other.query('commit')
    return await result
  } finally {
    other.release()
  }
}

const insert = 'insert into server_secrets (name, value) values ($1, $2)'

test('a server that starts at the same time as another one signs with the secret of the first', async () => {
  const secret = await whileAnotherWrites(insert, ['signing', 'theirs'], () => keepSecret(pool, 'ours'))
  expect(secret).toBe('theirs')
  expect(await keepSecret(pool, 'later')).toBe('theirs')
})

test('a server that starts at the same time as another one sends pushes with the key of the first', async () => {
  const key = await whileAnotherWrites(insert, ['vapid', 'theirs'], () => keepVapidKey(pool, 'ours', null))
  expect(key).toBe('theirs')
  expect(await keepVapidKey(pool, 'again', 'theirs')).toBe('again')
  expect(await keepVapidKey(pool, 'too late', 'theirs')).toBe('again')
})

test('two reservations for the same new person at once are for one person', async () => {
  const [other_id, our_id] = ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002']
  const made = await whileAnotherWrites(
    `insert into users (id, email, account_status, source) values ($1, $2, 'GHOST', 'UNKNOWN')`,
    [other_id, 'new@driver.example'],
    () => findOrMakePerson(pool, { id: () => our_id }, other_id, { person: { email: 'new@driver.example' } }),
  )
  expect(made).toBe(other_id)
})
