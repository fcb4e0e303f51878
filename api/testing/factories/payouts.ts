import { createSpotAvailabilityRoute } from '@openspot/contract/booking/availability.ts'
import { setUpLotAccountRoute, setUpMyAccountRoute } from '@openspot/contract/money/accounts.ts'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { payOut } from '../../money/payouts/pay-out.ts'
import type { TestApi } from '../api.ts'
import type { TestLot } from './lots.ts'
import { aCard, aPerson, type Person } from './people.ts'
import { bookAs, type Order } from './reservations.ts'

/** Bank accounts by the result of payouts to them: https://docs.stripe.com/connect/testing#account-numbers */
export const banks = { good: '000123456789', closed: '000111111113', unknown: '000111111116' } as const

/** How much a person fills in on the provider's page. */
export interface Given {
  given?: 'everything' | 'some' | 'nothing'
  bank?: string
}

/** Submits the provider's page as a browser does. */
export async function fillIn(
  url: string,
  { given = 'everything', bank = banks.good }: Given = {},
): Promise<string> {
  const answer = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ given, bank }),
  })
  return answer.headers.get('location') ?? ''
}

/** Sets up the payout account of a lot completely. */
export async function aLotAccount(
  api: TestApi,
  lot_id: string,
  owner: Person,
  given: Given = {},
): Promise<void> {
  const body = { return_path: `/lots/${lot_id}/payouts` }
  const { url } = await api.call(setUpLotAccountRoute, { params: { lot_id }, body }, owner.token)
  await fillIn(url, given)
  await api.runJobs()
}

export async function aHostAccount(api: TestApi, host: Person, given: Given = {}): Promise<void> {
  const { url } = await api.call(setUpMyAccountRoute, { body: { return_path: '/me/earnings' } }, host.token)
  await fillIn(url, given)
  await api.runJobs()
}

/** Creates a host with an assigned spot that they sublet for the coming days. */
export async function aHost(api: TestApi, lot: TestLot, spot = 0): Promise<Person & { spot_id: string }> {
  const host = await aPerson(api, { first_name: 'Hedy' })
  const spot_id = lot.spot_ids[spot] ?? ''
  await api.deps.database.pool.query('update spots set assigned_user_id = $2 where id = $1', [
    spot_id,
    host.user_id,
  ])
  const now = Math.ceil(api.ports.now().getTime() / 3_600_000) * 3_600_000
  const body = {
    kind: 'OPEN' as const,
    starts_at: new Date(now).toISOString(),
    ends_at: new Date(now + 60 * 86_400_000).toISOString(),
  }
  await api.call(createSpotAvailabilityRoute, { params: { spot_id }, body }, host.token)
  return { ...host, spot_id }
}

/** Books a paid reservation; the money is available at the provider at once. */
export async function aPaidReservation(api: TestApi, order: Order) {
  const driver = await aPerson(api)
  const payment_method_id = await aCard(api, driver, 'pm_card_bypassPending')
  const { reservation } = await bookAs(api, driver, { payment_method_id, ...order })
  return { driver, reservation }
}

/** Advances day by day, settles what is due at the provider, and runs the payouts. */
export async function payDays(api: TestApi, days: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    api.ports.advance({ days: 1 })
    await api.standIn.settleDue()
    await payOut(paymentDepsOf(api.deps))
    await api.runJobs()
  }
}
