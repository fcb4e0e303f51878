import { adjustInvoiceRoute, approveRefundRoute } from '@openspot/contract/money/adjustments.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../api.ts'
import { aLot, type TestLot } from '../factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '../factories/people.ts'
import { bookAs, twoHours } from '../factories/reservations.ts'

let api: TestApi
let lot: TestLot
let admin: Person
let other: Person

beforeAll(async () => {
  api = await testApi()
})
afterAll(async () => {
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})
beforeEach(async () => {
  lot = await aLot(api, { approval_limit_cents: 1000, hour_cents: 2000 }, 4)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
  other = await aMember(api, lot.lot_id, 'ADMIN')
})

/** Books that many reservations of $40.99 as one driver and returns their invoice ids. */
async function invoicesOf(driver: Person, many: number, from = 0): Promise<string[]> {
  const payment_method_id = await aCard(api, driver)
  const ids: string[] = []
  for (let at = from; at < from + many; at++) {
    const { reservation } = await bookAs(api, driver, {
      spot_id: lot.spot_ids[at] ?? '',
      payment_method_id,
      ...twoHours(api, 30 + at * 3),
    })
    ids.push(reservation.invoice_id ?? '')
  }
  return ids
}
const adjust = async (invoice_id: string, kind: 'REFUND' | 'CORRECTION', amount_cents: number, by = admin) =>
  api.call(
    adjustInvoiceRoute,
    {
      params: { invoice_id },
      body: { kind, amount_cents, reason: 'x' },
      idempotency_key: secretWord(api.ports),
    },
    by.token,
  )
const refund = async (invoice_id: string, cents: number, by = admin) =>
  (await adjust(invoice_id, 'REFUND', cents, by)).refund
const needsApproval = async (invoice_id: string, cents: number, by = admin) =>
  (await adjust(invoice_id, 'CORRECTION', cents, by)).correction?.bill?.needs_approval

describe('finding 10: the approval limit applies to sums, not to single amounts', () => {
  test('requires another admin’s approval once the refunds of one invoice exceed the limit together', async () => {
    const [invoice_id = ''] = await invoicesOf(await aPerson(api), 1)
    expect((await refund(invoice_id, 1000))?.status).toBe('PENDING')
    expect((await refund(invoice_id, 1))?.status).toBe('AWAITING_APPROVAL')
    expect((await refund(invoice_id, 1000, other))?.status).toBe('AWAITING_APPROVAL')
    // The sum of an invoice has no time limit.
    api.ports.advance({ hours: 25 })
    expect((await refund(invoice_id, 1))?.status).toBe('AWAITING_APPROVAL')
  })

  test('requires approval once the refunds to one payer or by one admin within 24 hours exceed the limit', async () => {
    const [first = '', second = ''] = await invoicesOf(await aPerson(api), 2)
    expect((await refund(first, 600))?.status).toBe('PENDING')
    expect((await refund(second, 600, other))?.status).toBe('AWAITING_APPROVAL')
    const [third = ''] = await invoicesOf(await aPerson(api), 1, 2)
    expect((await refund(third, 600))?.status).toBe('AWAITING_APPROVAL')
    expect((await refund(third, 600, other))?.status).toBe('PENDING')
    api.ports.advance({ hours: 25 })
    expect((await refund(second, 600))?.status).toBe('PENDING')
  })

  test('does not count an approved refund and counts concurrent requests', async () => {
    const [invoice_id = '', second = ''] = await invoicesOf(await aPerson(api), 2)
    const asked = await refund(invoice_id, 1100)
    expect(asked?.status).toBe('AWAITING_APPROVAL')
    await api.call(approveRefundRoute, { params: { refund_id: asked?.id ?? '' } }, other.token)
    const raced = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((at) => refund(at % 2 === 0 ? invoice_id : second, 300, at < 3 ? admin : other)),
    )
    expect(raced.filter((each) => each?.status === 'PENDING')).toHaveLength(3)
  })

  test('applies the same sums to bills, however they are split', async () => {
    const [invoice_id = '', second = ''] = await invoicesOf(await aPerson(api), 2)
    expect(await needsApproval(invoice_id, 1000)).toBe(false)
    expect(await needsApproval(invoice_id, 1)).toBe(true)
    expect(await needsApproval(second, 1, other)).toBe(true)
    api.ports.advance({ hours: 25 })
    expect(await needsApproval(second, 900)).toBe(false)
  })
})
