import { getAdminInvoiceRoute } from '@openspot/contract/money/adjustments.ts'
import { listLotPayoutsRoute } from '@openspot/contract/money/payouts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { workOff } from '../../jobs/worker.ts'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { aLotAccount, aPaidReservation, payDays } from '../../testing/factories/payouts.ts'
import { aCard, aMember, aPerson } from '../../testing/factories/people.ts'
import { bookAs, twoHours } from '../../testing/factories/reservations.ts'
import { replayEvents } from './replay-events.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(async () => {
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})

const replay = async () => {
  const replayed = await replayEvents(paymentDepsOf(api.deps))
  await workOff(api.deps)
  return replayed
}

test('catches up on lost events from the provider’s history, our own and those of accounts', async () => {
  const lot = await aLot(api)
  const owner = await aMember(api, lot.lot_id, 'SUPER_ADMIN')
  await aLotAccount(api, lot.lot_id, owner)
  await aPaidReservation(api, { spot_id: lot.spot_ids[0] ?? '', ...twoHours(api) })
  await api.runJobs()
  api.standIn.faults.webhooks = { lose: 1 }

  const driver = await aPerson(api)
  const debit = await aCard(api, driver, 'pm_usBankAccount_success')
  const booked = await bookAs(api, driver, { spot_id: lot.spot_ids[1] ?? '', payment_method_id: debit })
  await payDays(api, 4)
  // It arrives at the bank, but nothing polls it.
  api.ports.advance({ days: 3 })
  await api.standIn.settleDue()
  // This comes last, because the disputed amount would be missing for the payout.
  const other = await aPerson(api)
  const card = await aCard(api, other, 'pm_card_createDispute')
  const disputed = await bookAs(api, other, { spot_id: lot.spot_ids[2] ?? '', payment_method_id: card })

  const look = async ({ reservation }: typeof booked) => {
    const params = { invoice_id: reservation.invoice_id ?? '' }
    return api.call(getAdminInvoiceRoute, { params }, owner.token)
  }
  const payouts = async () =>
    (await api.call(listLotPayoutsRoute, { params: { lot_id: lot.lot_id }, query: {} }, owner.token)).items
  expect((await look(booked)).status).toBe('PROCESSING')
  expect((await look(disputed)).disputes).toEqual([])
  expect((await payouts()).map(({ status }) => status)).toContain('SENT')

  expect((await replay()).missed).toBeGreaterThan(3)
  expect((await look(booked)).status).toBe('PAID')
  const { disputes, total_cents, disputed_cents } = await look(disputed)
  expect(disputes).toHaveLength(1)
  expect(disputed_cents).toBe(total_cents)
  expect((await payouts()).map(({ status }) => status)).toContain('PAID')
  expect(await replay()).toMatchObject({ missed: 0 })
})
