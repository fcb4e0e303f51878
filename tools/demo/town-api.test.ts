import { brokenInvariants } from '@openspot/api/platform/invariants/invariants.sql.ts'
import { type TestApi, testApi } from '@openspot/api/testing/api.ts'
import { listMonitorSpotsRoute } from '@openspot/contract/booking/monitor.ts'
import {
  cancelReservationRoute,
  getCancellationRoute,
} from '@openspot/contract/booking/reservation-changes.ts'
import { listParkHistoryRoute } from '@openspot/contract/booking/reservations.ts'
import { signInRoute } from '@openspot/contract/identity/auth.ts'
import { listMyMembershipsRoute } from '@openspot/contract/identity/users.ts'
import { listReportedRatingsRoute } from '@openspot/contract/lots/ratings.ts'
import { sendRefundAgainRoute } from '@openspot/contract/money/adjustments.ts'
import { listPlatformDisputesRoute } from '@openspot/contract/money/disputes.ts'
import { listReservationInvoicesRoute } from '@openspot/contract/money/invoices.ts'
import { listPaymentMethodsRoute } from '@openspot/contract/money/payment-methods.ts'
import { listDifferencesRoute } from '@openspot/contract/money/reconciliation.ts'
import { getLotSubscriptionRoute } from '@openspot/contract/money/subscriptions.ts'
import { listPlatformBalancesRoute } from '@openspot/contract/platform/balances.ts'
import {
  getErrorEventRoute,
  getErrorGroupRoute,
  getErrorMonitoringRoute,
  listErrorGroupsRoute,
} from '@openspot/contract/platform/error-monitoring.ts'
import { getPlatformOverviewRoute, listFailedJobsRoute } from '@openspot/contract/platform/jobs.ts'
import { listPlatformLotsRoute } from '@openspot/contract/platform/lots.ts'
import {
  getReplayRoute,
  listReplaySegmentsRoute,
  listReplaysRoute,
} from '@openspot/contract/platform/replays.ts'
import { listFailedPlanRefundsRoute, listUnpaidPlansRoute } from '@openspot/contract/platform/unpaid-plans.ts'
import type { PlatformAttentionKind } from '@openspot/core/overview/attention.ts'
import { type Account, staffedLot } from '@openspot/server/demo-accounts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTown } from './town.ts'

let api: TestApi
let accounts: readonly Account[]
beforeAll(async () => {
  api = await testApi()
  accounts = (await makeTown(api.deps, { seed: 1 })).accounts
})
afterAll(() => api.close())

async function tokenOf(role: Account['role']): Promise<string> {
  const { email = '', password = '' } = accounts.find((account) => account.role === role) ?? {}
  const { token } = await api.call(signInRoute, { body: { email, password } })
  return token ?? ''
}

test('the demo admin signs in and sees available, rented, and assigned spots in the garage', async () => {
  const token = await tokenOf('ADMIN')
  const { items } = await api.call(listMyMembershipsRoute, {}, token)
  const lot_id = items.find((membership) => membership.lot_name === staffedLot)?.lot_id ?? ''
  const board = await api.call(listMonitorSpotsRoute, { params: { lot_id }, query: {} }, token)
  const states = board.items.map((spot) => spot.state)
  expect(new Set(states)).toEqual(new Set(['AVAILABLE', 'RENTED_UNTIL', 'ASSIGNED']))
})

test('the demo driver cancels an upcoming reservation and is refunded through the provider', async () => {
  const token = await tokenOf('DRIVER')
  const { items } = await api.call(listParkHistoryRoute, { query: { when: 'upcoming' } }, token)
  const reservation = items.find(
    (item) => item.status === 'ACTIVE' && Date.parse(item.starts_at) > api.ports.now().getTime(),
  )
  const params = { reservation_id: reservation?.id ?? '' }
  const { refund_cents } = await api.call(getCancellationRoute, { params }, token)
  expect(refund_cents).toBe(reservation?.total_cents)
  await api.call(cancelReservationRoute, { params, body: { refund_cents } }, token)
  await api.runJobs()
  const invoices = await api.call(listReservationInvoicesRoute, { params }, token)
  expect(invoices.items).toMatchObject([
    { status: 'REFUNDED', refunded_cents: refund_cents, refund_pending_cents: 0 },
  ])
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
})

test('the demo driver has a saved card that is the default', async () => {
  const token = await tokenOf('DRIVER')
  const { items } = await api.call(listPaymentMethodsRoute, {}, token)
  expect(items).toMatchObject([{ brand: 'visa', last4: '4242', is_default: true }])
})

test('an open dispute of the garage waits for an answer by its deadline', async () => {
  await api.runJobs()
  const token = await tokenOf('SUPER_ADMIN')
  const { items } = await api.call(listMyMembershipsRoute, {}, token)
  const lot_id = items.find((membership) => membership.lot_name === staffedLot)?.lot_id ?? ''
  const { rows } = await api.deps.database.pool.query(
    `select status, evidence_due_at > $2::timestamptz as is_ahead from disputes where lot_id = $1 and closed_at is null`,
    [lot_id, api.ports.now().toISOString()],
  )
  expect(rows).toEqual([{ status: 'needs_response', is_ahead: true }])
})

test('each row of what needs the demo platform admin counts the entries of the list that it leads to', async () => {
  const token = await tokenOf('PLATFORM_ADMIN')
  const limit = { limit: 50 }
  const counts: Record<PlatformAttentionKind, number> = {
    FAILED_PAYOUTS: (
      await api.call(listPlatformBalancesRoute, { query: { ...limit, state: 'FAILED' } }, token)
    ).items.length,
    BELOW_ZERO: (
      await api.call(listPlatformBalancesRoute, { query: { ...limit, state: 'BELOW_ZERO' } }, token)
    ).items.length,
    DISPUTES: (
      await api.call(listPlatformDisputesRoute, { query: { ...limit, needs_evidence: true } }, token)
    ).items.length,
    UNPAID_PLANS: (await api.call(listUnpaidPlansRoute, { query: limit }, token)).items.length,
    FAILED_PLAN_REFUNDS: (await api.call(listFailedPlanRefundsRoute, { query: limit }, token)).items.length,
    DIFFERENCES: (await api.call(listDifferencesRoute, { query: { ...limit, status: 'OPEN' } }, token)).items
      .length,
    LOTS_WAITING: (await api.call(listPlatformLotsRoute, { query: { ...limit, trust_level: 'NEW' } }, token))
      .items.length,
    RATINGS: (await api.call(listReportedRatingsRoute, { query: limit }, token)).items.length,
    FAILED_JOBS: (await api.call(listFailedJobsRoute, { query: { ...limit, state: 'GIVEN_UP' } }, token))
      .items.length,
    ERRORS: (await api.call(listErrorGroupsRoute, { query: { ...limit, status: 'OPEN' } }, token)).items
      .length,
  }
  const { attention } = await api.call(getPlatformOverviewRoute, {}, token)
  const waiting = Object.entries(counts).filter(([, count]) => count > 0)
  expect(new Map(attention.map(({ kind, count }) => [kind, count]))).toEqual(new Map(waiting))
  // The demo has something of most kinds, so that the counts above aren't all zero.
  expect(waiting.length).toBeGreaterThan(5)
})

test('the demo platform admin sees errors in every status, counts of two weeks, and the replay of a failing checkout', async () => {
  const token = await tokenOf('PLATFORM_ADMIN')
  const { items } = await api.call(listErrorGroupsRoute, { query: {} }, token)
  expect(new Set(items.map(({ status }) => status))).toEqual(new Set(['OPEN', 'RESOLVED', 'MUTED']))
  expect(items.some(({ is_regression }) => is_regression)).toBe(true)
  expect(items.some(({ assignee }) => assignee !== null)).toBe(true)
  const overview = await api.call(getErrorMonitoringRoute, {}, token)
  expect(overview).toMatchObject({ replay_count: 1, releases: ['1.4.0', '1.3.0'] })
  expect(overview.received.events).toBe(items.reduce((sum, { event_count }) => sum + event_count, 0))
  expect(overview.drops.length).toBeGreaterThan(1)
  for (const { id } of items) {
    const group = await api.call(getErrorGroupRoute, { params: { error_group_id: id } }, token)
    expect(group.days.filter(({ count }) => count > 0).length).toBeGreaterThan(2)
    const params = { error_group_id: id, error_event_id: group.latest_events[0]?.id ?? '' }
    const event = await api.call(getErrorEventRoute, { params }, token)
    expect(event.exceptions[0]?.frames.some(({ context }) => context.length > 0)).toBe(true)
  }

  const [replay] = (await api.call(listReplaysRoute, { query: {} }, token)).items
  const params = { replay_id: replay?.id ?? '' }
  const detail = await api.call(getReplayRoute, { params }, token)
  expect(detail.errors).toHaveLength(1)
  const { segments, next_from } = await api.call(listReplaySegmentsRoute, { params, query: {} }, token)
  expect(next_from).toBeNull()
  expect(segments.flatMap(({ events }) => events).length).toBeGreaterThan(10)
})

test('the demo platform admin sends the failed refund of a lot’s plan again, and its owner sees it on the bill until then', async () => {
  const admin = await tokenOf('PLATFORM_ADMIN')
  const owner = await tokenOf('SUPER_ADMIN')
  const list = () => api.call(listFailedPlanRefundsRoute, { query: {} }, admin)
  const [refund] = (await list()).items
  expect(refund).toMatchObject({ lot: { name: 'LaSalle Corner Lot' }, amount_cents: 4900 })
  const lot_id = refund?.lot.id ?? ''
  const owed = async () => {
    const { bills } = await api.call(getLotSubscriptionRoute, { params: { lot_id }, query: {} }, owner)
    return bills.items.map(({ status, owed_refund_cents }) => [status, owed_refund_cents])
  }
  const paid = ['PAID', 0]
  expect(await owed()).toEqual([
    ...Array.from({ length: (await owed()).length - 1 }, () => paid),
    ['PENDING_REFUND', 4900],
  ])
  await api.call(sendRefundAgainRoute, { params: { refund_id: refund?.id ?? '' } }, admin)
  await api.runJobs()
  expect((await list()).items).toEqual([])
  expect((await owed()).at(-1)).toEqual(['REFUNDED', 0])
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
})
