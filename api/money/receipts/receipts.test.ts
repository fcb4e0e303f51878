import { adjustInvoiceRoute } from '@openspot/contract/money/adjustments.ts'
import { getReceiptRoute, sendReceiptRoute } from '@openspot/contract/money/invoices.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs } from '../../testing/factories/reservations.ts'
import { partsOf, type ReadPdf, readPdf } from '../../testing/read-pdf.ts'
import { sendDueRefunds } from '../payments/refunds.ts'

let api: TestApi
let lot: TestLot
let admin: Person

beforeAll(async () => {
  api = await testApi()
})
afterAll(async () => {
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})
beforeEach(async () => {
  lot = await aLot(api)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
})

async function aReservation(more: { first_name?: string; test_card?: string } = {}) {
  const driver = await aPerson(api, more)
  const card = await aCard(api, driver, more.test_card)
  const { reservation } = await bookAs(api, driver, {
    spot_id: lot.spot_ids[0] ?? '',
    payment_method_id: card,
  })
  await api.runJobs()
  return { driver, reservation, invoice_id: reservation.invoice_id ?? '' }
}

const sql = (text: string, values: unknown[]) => api.deps.database.pool.query(text, values)
const numberOf = async (invoice_id: string): Promise<number> =>
  (await sql('select number from invoices where id = $1', [invoice_id])).rows[0]?.number

async function bytesOf(invoice_id: string, by: Person): Promise<Buffer> {
  const file = await api.call(getReceiptRoute, { params: { invoice_id } }, by.token)
  expect(file.name).toMatch(/^receipt-\d+\.pdf$/)
  return Buffer.from(await file.arrayBuffer())
}
const read = async (invoice_id: string, by: Person) => readPdf(await bytesOf(invoice_id, by))

/** Returns the lines of a document, with one per table cell. */
const linesOf = ({ pages }: ReadPdf): string[] => pages.flatMap((page) => page.split('\n'))
/** Returns the lines that follow a label. */
const after = (pdf: ReadPdf, name: string, how_many = 1): string[] => {
  const lines = linesOf(pdf)
  const at = lines.indexOf(name)
  return at < 0 ? [] : lines.slice(at + 1, at + 1 + how_many)
}

test('states the lot, the payer, the time, the lines, and the payment', async () => {
  const { driver, invoice_id } = await aReservation({ first_name: 'Grace' })
  const number = await numberOf(invoice_id)
  const answer = await fetch(`${api.base}/api/v1/invoices/${invoice_id}/receipt`, {
    headers: { authorization: `Bearer ${driver.token}` },
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  expect(answer.headers.get('content-disposition')).toBe(`inline; filename="receipt-${number}.pdf"`)
  const pdf = readPdf(Buffer.from(await answer.arrayBuffer()))
  expect(pdf).toMatchObject({
    title: `Receipt for invoice ${number}`,
    language: 'en-US',
    is_marked: true,
    claims_ua: true,
    missing: 0,
  })
  expect(after(pdf, 'Paid by', 2)).toEqual(['Grace Example', driver.email])
  expect(after(pdf, 'Parking at', 4)).toEqual([
    'Wells Street Lot',
    '200 S Wells St',
    'Chicago',
    'United States',
  ])
  expect(after(pdf, 'Spot')).toEqual(['A1'])
  expect(after(pdf, 'From')).toEqual(['March 2, 2026 at 10:00 AM'])
  expect(after(pdf, 'Until')).toEqual(['March 2, 2026 at 12:00 PM'])
  expect(after(pdf, 'Time zone')).toEqual(['Central Time (America/Chicago)'])
  expect(after(pdf, 'Invoice')).toEqual([`${number}, issued March 2, 2026`])
  expect(after(pdf, '2 hours at $4.00')).toEqual(['$8.00'])
  expect(after(pdf, 'Service fee')).toEqual(['$0.99'])
  expect(after(pdf, 'Total')).toEqual(['$8.99'])
  expect(after(pdf, 'Paid with Visa ending in 4242', 2)).toEqual(['March 2, 2026 at 9:00 AM', '$8.99'])
  expect(after(pdf, 'Total paid', 2).at(-1)).toBe('$8.99')
  expect(after(pdf, 'Balance due on this invoice', 2).at(-1)).toBe('$0.00')
  expect(partsOf(pdf.tree, 'H1')).toHaveLength(1)
  expect(partsOf(pdf.tree, 'Table')).toHaveLength(3)
})

test('a receipt that was paid by Link from a bank account names Link, without digits of a card', async () => {
  const { driver, invoice_id } = await aReservation()
  await api.deps.database.pool.query(
    `update payment_methods set brand = 'link', last4 = '0000' where user_id = $1`,
    [driver.user_id],
  )
  expect(after(readPdf(await bytesOf(invoice_id, driver)), 'Paid with Link', 2).at(-1)).toBe('$8.99')
})

test('shows a receipt to its payer, admins of the lot, and platform admins only', async () => {
  const { driver, reservation: booked, invoice_id } = await aReservation()
  const owner = await aMember(api, lot.lot_id, 'SUPER_ADMIN')
  const platform = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
  for (const one of [driver, admin, owner, platform]) {
    expect((await bytesOf(invoice_id, one)).subarray(0, 5).toString()).toBe('%PDF-')
  }
  const patroller = await aMember(api, lot.lot_id, 'PATROLLER')
  const elsewhere = await aMember(api, (await aLot(api)).lot_id, 'ADMIN')
  const refusals: [string | null, number][] = [
    [null, 401],
    [(await aPerson(api)).token, 404],
    [(await aMember(api, lot.lot_id, 'MEMBER')).token, 404],
    [elsewhere.token, 404],
    [patroller.token, 403],
  ]
  for (const [token, status] of refusals) {
    expect((await api.refusal(getReceiptRoute, { params: { invoice_id } }, token)).status).toBe(status)
    const send = { params: { reservation_id: booked.id }, idempotency_key: secretWord(api.ports) }
    expect((await api.refusal(sendReceiptRoute, send, token)).status).toBe(status)
  }
  const nothing = { params: { invoice_id: api.ports.id() } }
  expect((await api.refusal(getReceiptRoute, nothing, platform.token)).status).toBe(404)
  const wrong = { params: { invoice_id: 'receipt' } }
  expect(await api.refusal(getReceiptRoute, wrong, driver.token)).toMatchObject({
    status: 400,
    field: 'invoice_id',
  })
  const { rows } = await sql(`select 1 from emails where kind = 'receipt'`, [])
  expect(rows).toEqual([])
})

test('shows a guest the receipt of an invoice from their own session', async () => {
  const { driver, invoice_id } = await aReservation()
  await sql(
    `update users set account_status = 'GHOST', email = null, contact_email = 'guest@people.example' where id = $1`,
    [driver.user_id],
  )
  expect(after(await read(invoice_id, driver), 'Paid by', 2)).toEqual(['Ada Example', 'guest@people.example'])
})

test('rejects the receipt of an unpaid invoice with 409 invoice_not_paid and the reason', async () => {
  const { driver, reservation: booked, invoice_id } = await aReservation({ test_card: 'pm_usBankAccount' })
  expect(await api.refusal(getReceiptRoute, { params: { invoice_id } }, driver.token)).toMatchObject({
    status: 409,
    code: 'invoice_not_paid',
    message: 'The bank hasn’t confirmed this payment yet. The receipt will be available after it does.',
  })
  const send = { params: { reservation_id: booked.id }, idempotency_key: secretWord(api.ports) }
  expect(await api.refusal(sendReceiptRoute, send, driver.token)).toMatchObject({
    status: 409,
    code: 'invoice_not_paid',
  })
})

test('lists settled and pending refunds', async () => {
  const { driver, invoice_id } = await aReservation()
  const giveBack = (amount_cents: number) =>
    api.call(
      adjustInvoiceRoute,
      {
        params: { invoice_id },
        body: { kind: 'REFUND', amount_cents, reason: 'Gate was stuck' },
        idempotency_key: secretWord(api.ports),
      },
      admin.token,
    )
  const before = await bytesOf(invoice_id, driver)
  await giveBack(150)
  api.ports.advance({ minutes: 11 })
  await sendDueRefunds(paymentDepsOf(api.deps))
  await api.runJobs()
  await giveBack(100)
  const pdf = await read(invoice_id, driver)
  expect(after(pdf, 'Refund', 2).at(-1)).toBe('-$1.50')
  expect(after(pdf, 'Refund (processing)', 2).at(-1)).toBe('-$1.00')
  expect(after(pdf, 'Total paid', 2).at(-1)).toBe('$6.49')
  // The receipt must not show who requested a refund or why.
  expect(linesOf(pdf).join()).not.toContain('Gate was stuck')
  expect((await bytesOf(invoice_id, driver)).equals(before)).toBe(false)
})

test('lists unpaid months of the reservation but no bills, which are not owed before acceptance', async () => {
  const { driver, invoice_id } = await aReservation()
  const { correction } = await api.call(
    adjustInvoiceRoute,
    {
      params: { invoice_id },
      body: { kind: 'CORRECTION', amount_cents: 400, reason: 'An hour longer' },
      idempotency_key: secretWord(api.ports),
    },
    admin.token,
  )
  expect(linesOf(await read(invoice_id, driver))).not.toContain('Unpaid invoices')
  await sql(`update invoices set kind = 'PERIOD', status = 'FAILED' where id = $1`, [correction?.id])
  const pdf = await read(invoice_id, driver)
  expect(linesOf(pdf)).toContain('Unpaid invoices')
  expect(after(pdf, `Invoice ${correction?.number} for the same reservation`)).toEqual(['$4.00'])
  expect(after(pdf, 'Balance due on this reservation')).toEqual(['$4.00'])
})

test('produces the same bytes for the same state at any time', async () => {
  const { driver, invoice_id } = await aReservation()
  const first = await bytesOf(invoice_id, driver)
  api.ports.advance({ days: 3 })
  expect((await bytesOf(invoice_id, driver)).equals(first)).toBe(true)
})

test('prints no decimals for a currency without them', async () => {
  lot = await aLot(api, {
    currency: 'JPY',
    cents_per_currency_unit: 1,
    hour_cents: 600,
    service_fee_cents: 50,
    name: '丸の内駐車場',
    city: '東京都',
  })
  const { driver, invoice_id } = await aReservation()
  const pdf = await read(invoice_id, driver)
  expect(after(pdf, 'Parking at', 3)).toEqual(['丸の内駐車場', '200 S Wells St', '東京都'])
  expect(after(pdf, '2 hours at ¥600')).toEqual(['¥1,200'])
  expect(after(pdf, 'Total')).toEqual(['¥1,250'])
  expect(pdf.missing).toBe(0)
})

test('draws names in any script', async () => {
  const names = [
    'חניון הרצל',
    'موقف الملك فهد',
    'ลานจอดรถ',
    'कनॉट प्लेस',
    '주차장',
    'Đường Nguyễn',
    'Ωδείο',
    'Дом',
  ]
  await sql('update lots set name = $2, street = $3, city = $4 where id = $1', [
    lot.lot_id,
    names.slice(0, 3).join(' · '),
    names.slice(3, 5).join(' · '),
    names.slice(5).join(' · '),
  ])
  const { driver, invoice_id } = await aReservation({ first_name: 'Łucja 山田' })
  const pdf = await read(invoice_id, driver)
  expect(pdf.missing).toBe(0)
  expect(pdf.pages.join('')).not.toContain('\ufffd')
  const said = partsOf(pdf.tree, 'Span').map(({ actual }) => actual)
  expect(said).toContain(names.slice(0, 3).join(' · '))
  expect(said).toContain(names.slice(3, 5).join(' · '))
  expect(linesOf(pdf)).toContain('Łucja 山田 Example')
  expect(linesOf(pdf)).toContain(names.slice(5).join(' · '))
})

test('continues a long invoice on numbered pages with repeated column heads', async () => {
  const { driver, invoice_id } = await aReservation()
  const number = await numberOf(invoice_id)
  await sql(
    `insert into invoice_lines (invoice_id, lot_id, line_no, kind, quantity, unit_cents, amount_cents, because)
     select $1, $2, 100 + n, 'CORRECTION', 1, case n % 2 when 0 then 5 else -5 end, case n % 2 when 0 then 5 else -5 end, 'Reason ' || n
     from generate_series(1, 120) n`,
    [invoice_id, lot.lot_id],
  )
  const pdf = await read(invoice_id, driver)
  expect(pdf.pages.length).toBeGreaterThan(3)
  pdf.pages.forEach((page, at) => {
    const lines = page.split('\n')
    expect(lines).toContain(`Invoice ${number} · Page ${at + 1} of ${pdf.pages.length}`)
    expect(lines).toContain('Amount (USD)')
  })
  expect(linesOf(pdf).filter((line) => line === 'Correction')).toHaveLength(120)
  expect(linesOf(pdf)).toContain('Reason: Reason 120')
})
