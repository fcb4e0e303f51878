import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../testing/api.ts'
import { workOff } from './worker.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const left = async () =>
  (await api.deps.database.pool.query('select from graphile_worker._private_jobs')).rowCount

test('after all due jobs have run, none is left in the queue, whether they had a named queue or not', async () => {
  for (let round = 0; round < 20; round++) {
    await api.deps.database.pool.query(
      `select graphile_worker.add_job('send_invites', '{"email_ids":[],"text_ids":[]}', queue_name => q)
         from unnest(array['one', 'one', 'one', 'two', null, null]) q`,
    )
    await workOff(api.deps)
    expect(await left(), `round ${round}`).toBe(0)
  }
})
