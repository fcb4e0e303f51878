import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectDatabase, type Database, queryPrepared } from './database.ts'
import { isStaleStatement, labelOf, runPrepared, StatementNames } from './prepared.ts'
import { statement } from './rows.ts'
import { shapeOf } from './statements.ts'
import { testDatabase } from './testing/database.ts'

let own: Awaited<ReturnType<typeof testDatabase>>
let owner: pg.Client
/** With one connection, so that each statement finds what those before it prepared. */
let database: Database

beforeAll(async () => {
  own = await testDatabase()
  owner = new pg.Client({ connectionString: own.owner_url })
  await owner.connect()
  database = await connectDatabase(own.url, 1)
})
afterAll(async () => {
  await database.close()
  await owner.end()
  await own.drop()
})

/** The names under which a text is prepared on the database's connection. */
async function namesFor(text: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string; statement: string }>(
    'select name, statement from pg_prepared_statements',
  )
  return rows.filter(({ statement }) => shapeOf(statement) === shapeOf(text)).map(({ name }) => name)
}

const changeUsers = () =>
  owner.query(`alter table users add column c${Math.random().toString(36).slice(2)} int`)

describe('a Kysely query', () => {
  const byEmail = () => database.db.selectFrom('users').select('id').where('email', '=', 'a@people.example')

  test('is prepared under one name from its second run on', async () => {
    const text = byEmail().compile().sql
    await byEmail().execute()
    expect(await namesFor(text)).toEqual([])
    for (let run = 0; run < 3; run++) await byEmail().execute()
    const names = await namesFor(text)
    expect(names).toHaveLength(1)
    expect(names[0]).toMatch(/^:[\w-]{16}:\d+$/)
  })

  test('is prepared in a transaction too, and stays prepared after its rollback', async () => {
    const text = 'select count(*) from lots where name <> $1'
    const run = () =>
      database.db.transaction().execute(async (tx) => {
        for (let time = 0; time < 2; time++) await tx.executeQuery(CompiledQuery.raw(text, ['x']))
        throw new Error('rolled back')
      })
    await expect(run()).rejects.toThrow('rolled back')
    expect(await namesFor(text)).toHaveLength(1)
  })

  test('without parameters is not prepared', async () => {
    for (let run = 0; run < 3; run++) await sql`select 'begin and commit have none'`.execute(database.db)
    expect(await namesFor(`select 'begin and commit have none'`)).toEqual([])
  })
})

describe('after a migration has added a column', () => {
  const everything = () => database.db.selectFrom('users').selectAll().where('email', '=', 'b@people.example')

  test('returns the rows of a prepared select of all columns', async () => {
    for (let run = 0; run < 3; run++) await everything().execute()
    await changeUsers()
    for (let run = 0; run < 3; run++) expect(await everything().execute()).toEqual([])
  })

  test('writes once with a prepared `returning *`', async () => {
    const add = () => database.db.insertInto('users').values({ email: null }).returningAll().execute()
    for (let run = 0; run < 2; run++) await add()
    const { rows: before } = await owner.query('select count(*)::int as users from users')
    await changeUsers()
    expect(await add()).toHaveLength(1)
    const { rows: after } = await owner.query('select count(*)::int as users from users')
    expect(after[0].users).toBe(before[0].users + 1)
  })

  test('returns the rows of a statement with a label', async () => {
    const read = () =>
      runPrepared(database.pool, 'select * from users where email = $1', ['c@people.example'], {
        label: 'all_users',
      }).then(({ rows }) => rows)
    await read()
    await changeUsers()
    expect(await read()).toEqual([])
  })

  test('fails a transaction once, as a stale statement, and the next one succeeds', async () => {
    const inTransaction = () =>
      database.db.transaction().execute((tx) => tx.executeQuery(everything().compile()))
    for (let run = 0; run < 2; run++) await inTransaction()
    await changeUsers()
    const error = await inTransaction().catch((thrown: unknown) => thrown)
    expect(isStaleStatement(error)).toBe(true)
    expect((await inTransaction()).rows).toEqual([])
  })

  test('fails no statement on the other connections that had prepared it', async () => {
    const two = await connectDatabase(own.url, 2)
    const text = 'select * from users where email <> $1'
    const [one, other] = [await two.pool.connect(), await two.pool.connect()]
    const names = new StatementNames()
    const read = (client: pg.PoolClient) => runPrepared(client, text, [''], { names })
    for (const client of [one, other, one, other]) await read(client)
    await changeUsers()
    await read(one)
    const rejected = await other.query('begin').then(() => read(other).then(() => null, isStaleStatement))
    one.release()
    other.release(true)
    await two.close()
    expect(rejected).toBeNull()
  })
})

test('prepares a statement again that its connection no longer has', async () => {
  const read = () =>
    queryPrepared(database.pool, statement('dropped', { a: 'text' }, 'select $1::text as a'), ['x'])
  await read()
  await database.pool.query('deallocate all')
  expect(await read()).toEqual([{ a: 'x' }])
})

test('prepares a declared statement under its label in a transaction, too', async () => {
  const inside = statement('read_inside', { b: 'text' }, 'select $1::text as b')
  await database.db.transaction().execute((tx) => queryPrepared(tx, inside, ['y']))
  expect(await namesFor(inside.text)).toEqual([expect.stringMatching(/^read_inside:/)])
})

describe('the names of a process', () => {
  test('are limited, also by renewals; further texts run unprepared', () => {
    const names = new StatementNames(3)
    const given = new Set<string>()
    for (let text = 0; text < 50; text++) {
      for (let time = 0; time < 3; time++) {
        const name = names.nameOf(`select ${text}`)
        if (name !== undefined) given.add(name)
      }
    }
    expect(given.size).toBe(3)
    expect(names.renew('select 0', names.nameOf('select 0') ?? '')).toBeUndefined()
    expect(names.nameOf('select 0')).toBeUndefined()
    expect(names.nameOf('select 1')).toBeDefined()
  })

  test('are given to a text with a label at once, to others at the second run, and never to a very long one', () => {
    const names = new StatementNames()
    expect(names.nameOf('select 1', 'find_one')).toMatch(/^find_one:/)
    expect(names.nameOf('select 2')).toBeUndefined()
    expect(names.nameOf('select 2')).toMatch(/^:/)
    const long = `select ${'1 + '.repeat(10_000)} 1`
    expect([names.nameOf(long, 'long'), names.nameOf(long, 'long')]).toEqual([undefined, undefined])
  })

  test('differ for texts under one label, fit into 63 bytes, and keep a label that can be read', () => {
    const names = new StatementNames()
    const [one, two] = [names.nameOf('select 1', 'x'.repeat(80)), names.nameOf('select 2', 'x'.repeat(80))]
    expect(one).not.toBe(two)
    expect(one?.length).toBeLessThanOrEqual(63)
    expect(labelOf(names.nameOf('select 3', 'find_three') ?? '')).toBe('find_three')
    expect(labelOf(':hash:1')).toBeNull()
  })
})
