import { paymentDepsOf } from '@openspot/api/jobs/payment-deps.ts'
import { payOut } from '@openspot/api/money/payouts/pay-out.ts'
import type { TestLot } from '@openspot/api/testing/factories/lots.ts'
import { fillIn } from '@openspot/api/testing/factories/payouts.ts'
import { aCard, aPerson, type Person } from '@openspot/api/testing/factories/people.ts'
import { createSpotAvailabilityRoute } from '@openspot/contract/booking/availability.ts'
import { call } from '@openspot/contract/call.ts'
import {
  getLotAccountRoute,
  getMyAccountRoute,
  setUpLotAccountRoute,
  setUpMyAccountRoute,
} from '@openspot/contract/money/accounts.ts'
import pg from 'pg'
import { expect, vi } from 'vitest'
import type { Product } from './product.ts'
import { aReservation, as } from './reservations.ts'

const HOUR = 3_600_000

/** A time range that starts hours after the product's current time. */
function hours(product: Product, ahead: number, length: number) {
  const from = Math.ceil(product.server.deps.ports.now().getTime() / HOUR + ahead) * HOUR
  return { starts_at: new Date(from).toISOString(), ends_at: new Date(from + length * HOUR).toISOString() }
}

/** Creates a host whose spot is open for booking. */
export async function aHostOf(
  product: Product,
  lot: TestLot,
  index: number,
  first_name: string,
): Promise<Person & { spot_id: string }> {
  const host = await aPerson(product.server, { first_name })
  const spot_id = lot.spot_ids[index] ?? ''
  const { pool } = product.server.deps.database
  await pool.query('update spots set assigned_user_id = $2 where id = $1', [spot_id, host.user_id])
  const body = { kind: 'OPEN' as const, ...hours(product, 0, 24 * 60) }
  await call(createSpotAvailabilityRoute, { params: { spot_id }, body }, as(product, host))
  return { ...host, spot_id }
}

/** Creates a paid reservation in the next hours, whose money is available immediately. */
export async function aPaidReservationOn(product: Product, spot_id: string, length = 2): Promise<void> {
  const driver = await aPerson(product.server)
  const payment_method_id = await aCard(product.server, driver, 'pm_card_bypassPending')
  await aReservation(product, driver, { spot_id, payment_method_id, ...hours(product, 1, length) })
}

/** Completes payout onboarding like a person on the provider's page. */
export async function setUpHost(product: Product, host: Person, bank: string): Promise<void> {
  const options = as(product, host)
  const { url } = await call(setUpMyAccountRoute, { body: { return_path: '/me/earnings' } }, options)
  await fillIn(url, { bank })
  const { status } = await call(getMyAccountRoute, { query: { refresh: true } }, options)
  expect(status).toBe('READY_FOR_PAYOUTS')
}

export async function setUpLot(product: Product, lot_id: string, owner: Person, bank: string): Promise<void> {
  const options = as(product, owner)
  const at = { params: { lot_id } }
  const { url } = await call(setUpLotAccountRoute, { ...at, body: { return_path: '/lots' } }, options)
  await fillIn(url, { bank })
  const { status } = await call(getLotAccountRoute, { ...at, query: { refresh: true } }, options)
  expect(status).toBe('READY_FOR_PAYOUTS')
}

/** Advances a day: payouts are made, and those in transit arrive or fail. */
export async function aDayPasses(product: Product): Promise<void> {
  product.advance(24 * 60)
  await payOut(paymentDepsOf(product.server.deps))
  await allDone(product)
}

/** While the Stripe stand-in delivers an event, it puts the next attempt off by half a minute. */
const DELIVERY_SECONDS = 30

/** Waits until nothing is due at the Stripe stand-in, it has delivered its events, and the queue is empty. */
export async function allDone(product: Product): Promise<void> {
  const { ports } = product.server.deps
  const owner = new pg.Client({ connectionString: product.owner_url })
  await owner.connect()
  const listLeft = async (): Promise<string[]> => {
    const now = Math.floor(ports.now().getTime() / 1000)
    const { rows } = await owner.query<{ one: string }>(
      `select 'object ' || id as one from stripe_stand_in.objects where due_at <= $1
       union all select 'delivery ' || id from stripe_stand_in.deliveries where due_at <= $1 + $2
       union all select concat_ws(' ', 'job', t.identifier, 'at', j.run_at, 'attempt', j.attempts, j.last_error)
         from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id`,
      [now, DELIVERY_SECONDS],
    )
    return rows.map(({ one }) => one)
  }
  try {
    await vi.waitFor(async () => expect(await listLeft()).toEqual([]), { timeout: 200_000, interval: 100 })
  } finally {
    await owner.end()
  }
}
