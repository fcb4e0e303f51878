import { until } from '@openspot/db/testing/until.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorker } from '../../jobs/worker.ts'
import { writeEmail } from '../../platform/emails/emails.sql.ts'
import { wayOf } from '../connectors/testing/vendors.ts'
import { aConnectedLot, type Stand, startStand } from './testing/source.ts'

let stand: Stand

beforeAll(async () => {
  stand = await startStand()
})
afterAll(() => stand.close())

const pool = () => stand.api.deps.database.pool

async function count(condition: string): Promise<number> {
  const { rows } = await pool().query<{ count: number }>(
    `select count(*)::int as count from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where ${condition}`,
  )
  return rows[0]?.count ?? -1
}

const queueOf = async () => {
  const answer = await fetch(`${stand.api.base}/api/health/ready`)
  const body = (await answer.json()) as {
    checks?: Record<string, string>
    details?: { checks: Record<string, string> }
  }
  return (body.checks ?? body.details?.checks)?.['queue']
}

test('four vendors that never answer hold up neither an email nor readiness, however long their imports run', async () => {
  const sources = await Promise.all(Array.from({ length: 4 }, () => aConnectedLot(stand, wayOf('YARDI'))))
  stand.server.set('YARDI', { silent: true })
  for (const source of sources) await source.start()
  const stop = await startWorker(stand.api.deps)
  try {
    const running = `t.identifier = 'import_residents' and j.locked_at is not null`
    await until(async () => (await count(running)) === 2)
    const { db } = stand.api.deps.database
    const email = { to_address: 'ada@people.example', kind: 'notice' as const, subject: 'Hello' }
    await db
      .transaction()
      .execute((tx) =>
        writeEmail(tx, { ...email, body_text: 'Hello', body_html: 'Hello' }, stand.api.ports.now()),
      )
    await until(async () => (await count(`t.identifier = 'deliver_email'`)) === 0)
    expect(await count(running)).toBe(2)
    await pool().query(
      `update graphile_worker._private_jobs set run_at = now() - interval '2 hours',
         locked_at = case when locked_at is not null then now() - interval '2 hours' end`,
    )
    expect(await queueOf()).toBe('ok')
  } finally {
    await stop()
  }
})

test('a job of the product itself that is late makes it unready beside imports that are late, too', async () => {
  await pool().query(`select graphile_worker.add_job('bill', run_at => now() - interval '6 minutes')`)
  stand.api.ports.advance({ seconds: 2 })
  expect(await queueOf()).toBe('late')
})
