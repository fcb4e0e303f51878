import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isLostConnection } from './lost-connection.ts'
import { openPool } from './pool.ts'
import { testDatabase } from './testing/database.ts'

let own: Awaited<ReturnType<typeof testDatabase>>
let owner: pg.Client
beforeAll(async () => {
  own = await testDatabase('empty')
  owner = new pg.Client({ connectionString: own.owner_url })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await own.drop()
})

test('a connection to a server that refuses writes as a standby does is replaced, so that the next write reaches the primary', async () => {
  const pool = openPool({ url: own.owner_url, size: 1, name: 'pool test' })
  const write = async () => {
    const client = await pool.connect()
    try {
      await client.query('create table if not exists written (id int)')
      return 'written'
    } catch (error) {
      return isLostConnection(error) ? 'lost' : error
    } finally {
      client.release()
    }
  }
  try {
    await owner.query(`alter database ${own.name} set default_transaction_read_only = on`)
    // The only connection begins its session now, and keeps this setting for good.
    expect(await write()).toBe('lost')
    await pool.query('select 1')
    await owner.query(
      `begin; set transaction read write; alter database ${own.name} reset default_transaction_read_only; commit`,
    )
    expect([await write(), await write()]).toEqual(['lost', 'written'])
  } finally {
    await pool.end()
  }
})

test('a connection through a socket file that is missing, as while the server starts again, counts as lost', async () => {
  const pool = openPool({
    url: `${own.owner_url}?host=${encodeURIComponent('/missing')}`,
    size: 1,
    name: 'pool test',
  })
  const error = await pool.query('select 1').catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'ENOENT' })
  expect(isLostConnection(error)).toBe(true)
  await pool.end()
})
