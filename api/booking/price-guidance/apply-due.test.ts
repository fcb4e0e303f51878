import {
  getPriceGuidanceRoute,
  replaceGuidanceSettingsRoute,
} from '@openspot/contract/booking/price-guidance.ts'
import { listCalendarPricesRoute } from '@openspot/contract/booking/prices.ts'
import { listNotificationsRoute } from '@openspot/contract/platform/notifications.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aBusyLot } from '../../testing/factories/busy-lots.ts'
import type { TestLot } from '../../testing/factories/lots.ts'
import type { Person } from '../../testing/factories/people.ts'
import { untilWaiting } from '../../testing/waiting.ts'
import { applyDueGuidance } from './apply-due.ts'

let api: TestApi
let lot: TestLot
let owner: Person
// A Monday, 9 AM in Chicago, for each test.
beforeEach(async () => {
  await api?.close()
  api = await testApi()
  ;({ lot, owner } = await aBusyLot(api))
})
afterAll(() => api.close())

const run = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await api.deps.database.pool.query(text, values)).rows as Row[]
const applyDue = () => applyDueGuidance({ ...paymentDepsOf(api.deps), settings: api.deps.settings })
const schedule = (is_weekly = true, version = 0) =>
  api.call(
    replaceGuidanceSettingsRoute,
    {
      params: { lot_id: lot.lot_id },
      body: { lowest_bps: -2000, highest_bps: 3000, step_bps: 1000, is_weekly, version },
    },
    owner.token,
  )
const ask = () => api.call(getPriceGuidanceRoute, { params: { lot_id: lot.lot_id } }, owner.token)
const guidedPrices = async () =>
  (await api.call(listCalendarPricesRoute, { params: { lot_id: lot.lot_id } }, owner.token)).items.filter(
    ({ is_guidance }) => is_guidance,
  )
const changes = () => run('select id from price_guidance_changes where lot_id = $1', [lot.lot_id])

test('applies on Monday morning if it is on schedule, once however often the job runs, and notifies the owners', async () => {
  const saved = await schedule()
  // The clocks go forward on Sunday: 4 AM is 9:00 UTC.
  expect(saved.next_apply_at).toBe('2026-03-09T09:00:00.000Z')
  await applyDue()
  expect(await guidedPrices()).toEqual([])
  api.ports.advance({ days: 6, hours: 18, minutes: 12 })
  await Promise.all([applyDue(), applyDue()])
  await applyDue()
  const changes = await run('select id from price_guidance_changes where lot_id = $1 and is_scheduled', [
    lot.lot_id,
  ])
  expect(changes).toHaveLength(1)
  const guidance = await ask()
  expect(guidance.settings).toMatchObject({ next_apply_at: '2026-03-16T09:00:00.000Z', version: 1 })
  expect(guidance.last_change).toMatchObject({ is_scheduled: true, raised: 4, can_undo: true })
  const { items } = await api.call(listNotificationsRoute, { query: {} }, owner.token)
  expect(items.filter(({ kind }) => kind === 'PRICES_GUIDED')).toMatchObject([
    { lot_id: lot.lot_id, path: `/lots/${lot.lot_id}/prices/guidance` },
  ])
  const [entry] = await run(
    `select actor_role, actor_user_id from audit_log where lot_id = $1 and action = 'price_guidance.apply'`,
    [lot.lot_id],
  )
  expect(entry).toEqual({ actor_role: 'system', actor_user_id: null })
  api.ports.advance({ days: 7 })
  await applyDue()
  // A week later the new prices have not settled, so nothing changes and nobody is notified.
  expect(await run('select id from price_guidance_changes where lot_id = $1', [lot.lot_id])).toHaveLength(1)
  expect((await ask()).settings.next_apply_at).toBe('2026-03-23T09:00:00.000Z')
})

test('changes no price a second before it is due, and does at that second', async () => {
  await schedule()
  api.ports.advance({ days: 6, hours: 17, minutes: 59, seconds: 59 })
  expect(api.ports.now().toISOString()).toBe('2026-03-09T08:59:59.000Z')
  await applyDue()
  expect(await changes()).toHaveLength(0)
  api.ports.advance({ seconds: 1 })
  await applyDue()
  expect(await changes()).toHaveLength(1)
})

test('changes nothing if the owner takes it off the schedule, or it was applied, while the job waits for the settings', async () => {
  await schedule()
  api.ports.advance({ days: 7 })
  const { pool } = api.deps.database
  for (const later of ['null', `next_apply_at + interval '7 days'`]) {
    const other = await pool.connect()
    try {
      await other.query('begin')
      await other.query(`update price_guidance set next_apply_at = ${later} where lot_id = $1`, [lot.lot_id])
      const job = applyDue()
      await untilWaiting(pool, 1)
      await other.query('commit')
      await job
    } finally {
      other.release()
    }
    expect(await changes()).toHaveLength(0)
    await pool.query(`update price_guidance set next_apply_at = '2026-03-09T09:00:00Z' where lot_id = $1`, [
      lot.lot_id,
    ])
  }
  await applyDue()
  expect(await changes()).toHaveLength(1)
})
