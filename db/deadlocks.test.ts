import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryPrepared } from './database.ts'
import { openPool } from './pool.ts'
import { statement } from './rows.ts'
import { testDatabase } from './testing/database.ts'
import { until } from './testing/until.ts'

let own: Awaited<ReturnType<typeof testDatabase>>
let other: pg.Client
let pool: pg.Pool
beforeAll(async () => {
  own = await testDatabase('empty')
  other = new pg.Client({ connectionString: own.owner_url })
  await other.connect()
  pool = openPool({ url: own.owner_url, size: 2, name: 'deadlocks test' })
  await other.query(`
    create table counts (id int primary key, hits int not null);
    create sequence attempts;
    create function hit_backward(p_by int) returns int language plpgsql as $$
    begin
      perform nextval('attempts');
      update counts set hits = hits + p_by where id = 2;
      update counts set hits = hits + p_by where id = 1;
      return (select sum(hits) from counts);
    end $$;`)
})
afterAll(async () => {
  await pool.end()
  await other.end()
  await own.drop()
})

const hitBackward = statement('hit_backward', { hits: 'integer' }, 'select hit_backward($1) as hits')

/** Lets the statement and a transaction each hold what the other needs, until the statement is the one that PostgreSQL ends. */
async function inDeadlock(run: () => Promise<unknown>) {
  for (;;) {
    const outcome = await oneDeadlock(run)
    if (outcome !== null) return outcome
  }
}

/** Returns null if the transaction was ended: on a slow machine, the statement may have looked for a deadlock too early. */
async function oneDeadlock(run: () => Promise<unknown>) {
  await other.query(
    `truncate counts; insert into counts values (1, 0), (2, 0); select setval('attempts', 1, false)`,
  )
  await other.query('begin')
  await other.query('update counts set hits = hits + 1 where id = 1')
  const running = run().then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  await until(async () => {
    // Not `pg_locks`: the lock that is waited for is that of a transaction, which belongs to no database, and other tests share the server.
    const { rows } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows.length > 0
  })
  try {
    await other.query('update counts set hits = hits + 1 where id = 2')
  } catch {
    // The statement goes on once this transaction is gone.
    await other.query('rollback')
    await running
    return null
  }
  await other.query('commit')
  return running
}

test('a statement that PostgreSQL ends to resolve a deadlock runs again and is done once', async () => {
  expect(await inDeadlock(() => queryPrepared(pool, hitBackward, [10]))).toEqual({ value: [{ hits: 22 }] })
  const { rows } = await pool.query<{ attempts: number }>(
    'select (select last_value from attempts)::int as attempts',
  )
  // The second attempt may take its row before the transaction does, which is the same deadlock again.
  expect([2, 3]).toContain(rows[0]?.attempts)
})

test('in a transaction the error is thrown, because what was done before is gone', async () => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    expect(await inDeadlock(() => queryPrepared(client, hitBackward, [10]))).toMatchObject({
      error: { code: '40P01' },
    })
  } finally {
    await client.query('rollback')
    client.release()
  }
})
