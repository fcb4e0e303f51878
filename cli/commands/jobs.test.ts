import { expect, test } from 'vitest'
import { commandOnDatabase } from '../testing/command-on-database.ts'

const { run: jobs, owner } = commandOnDatabase('jobs')

test('openspot jobs lists failed jobs, retries one, and discards one, and records both in the audit log', async () => {
  expect(await jobs()).toEqual([0, 'No job has failed.'])
  const { rows } = await owner().query<{ id: number }>(
    `select (graphile_worker.add_job('send_refund', '{"refund_id":"r1","name":"Ada"}', max_attempts => 1)).id from generate_series(1, 2)`,
  )
  await owner().query(
    `update graphile_worker._private_jobs set attempts = 1, last_error = '[Error code=ECONNRESET]'`,
  )
  const [first = 0, second = 0] = rows.map(({ id }) => id)
  const line = (id: number) =>
    `${id}  GIVEN_UP  send_refund  attempt 1 of 1  refund_id=r1  Error code=ECONNRESET`
  expect(await jobs('list')).toEqual([0, `${line(second)}\n${line(first)}`])
  expect(await jobs('retry', String(first))).toEqual([0, `Job ${first} (send_refund) will be retried.`])
  expect(await jobs('discard', String(second))).toEqual([0, `Job ${second} (send_refund) was discarded.`])
  expect(await jobs('discard', String(second))).toEqual([
    1,
    `Job ${second} is not a failed job, or it is running.`,
  ])
  const left = await owner().query('select id, attempts from graphile_worker._private_jobs')
  expect(left.rows).toEqual([{ id: first, attempts: 0 }])
  const audit = await owner().query('select action, actor_role, subject_id from audit_log order by at')
  expect(audit.rows).toEqual([
    { action: 'job.retry', actor_role: 'operator', subject_id: String(first) },
    { action: 'job.discard', actor_role: 'operator', subject_id: String(second) },
  ])
}, 240_000)

test('openspot jobs rejects unknown arguments with one line', async () => {
  const use = 'npm run openspot -- jobs [list | retry <id> | discard <id>]'
  expect(await Promise.all([jobs('retry'), jobs('again', '1'), jobs('retry', '1;2')])).toEqual([
    [1, use],
    [1, use],
    [1, `"1;2" is not a job ID. ${use}`],
  ])
}, 240_000)
