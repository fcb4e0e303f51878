import { testDatabase } from '@openspot/db/testing/database.ts'
import { commandRuns } from '@openspot/server/testing/product.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const { openspot, endAll, remove } = commandRuns()
let database: Awaited<ReturnType<typeof testDatabase>>

beforeAll(async () => {
  database = await testDatabase('empty')
})
afterAll(async () => {
  await endAll()
  await database.drop()
  remove()
})

test('openspot migrate fills an empty database as its owner, after which the product needs no owner, and a second time changes nothing', async () => {
  const { url, owner_url } = database
  const run = async (name: string, env: Record<string, string>) => {
    const command = openspot([name], { DATABASE_URL: url, ...env })
    return [await command.ended, command.output().trim()] as const
  }
  const [code, text] = await run('jobs', {})
  expect([code, text]).toEqual([
    1,
    expect.stringMatching(/^The database is empty, and this role may not fill it\. Set DATABASE_MIGRATE_URL/),
  ])
  const [first, said] = await run('migrate', { DATABASE_MIGRATE_URL: owner_url })
  expect([first, said]).toEqual([
    0,
    expect.stringMatching(/^database: 0001_foundation\n[\s\S]*\nThe database is up to date\.$/),
  ])
  expect(await run('jobs', {})).toEqual([0, 'No job has failed.'])
  expect(await run('migrate', { DATABASE_MIGRATE_URL: owner_url })).toEqual([
    0,
    'The database is up to date.',
  ])
}, 120_000)
