import { listDifferencesRoute, resolveDifferenceRoute } from '@openspot/contract/money/reconciliation.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { theBooks } from '../../testing/factories/reconciliation.ts'
import { asOwner } from '../../testing/owner.ts'

let api: TestApi
let books: Awaited<ReturnType<typeof theBooks>>

beforeEach(async () => {
  api = await testApi()
  books = await theBooks(api)
})
afterEach(async () => {
  expect(await brokenInvariants(books.pool)).toEqual({})
  await api.close()
})

test('lists a refund made outside the product as a difference until it is booked', async () => {
  const reservation = await books.aPaidReservation()
  const { stripe_charge_id, amount_cents } = await books.chargeOf(reservation)
  await books.run()
  const refund = await api.deps.stripe.refunds.create({ charge: stripe_charge_id, amount: 300 })
  await books.run()
  // Its webhook may still arrive.
  expect(await books.open()).toEqual([])
  api.ports.advance({ hours: 2 })
  await books.run()
  await books.run()
  const found = await books.open()
  expect(found).toHaveLength(2)
  const missing = found.find(({ kind }) => kind === 'MISSING_HERE')
  expect(missing).toMatchObject({
    lot: { id: books.lot.lot_id },
    expected_cents: 0,
    found_cents: -300,
    currency: 'USD',
    can_book: true,
  })
  expect(missing?.message).toBe(
    `The card provider has booked a refund (${refund.id}) that our books do not have.`,
  )
  const balance = found.find(({ kind }) => kind === 'BALANCE')
  expect((balance?.found_cents ?? 0) - (balance?.expected_cents ?? 0)).toBe(-300)

  const params = { difference_id: missing?.id ?? '' }
  const clearing = await books.account('PROVIDER_CLEARING')
  const settled = await api.call(
    resolveDifferenceRoute,
    { params, body: { note: 'Refunded by hand for the broken barrier', book: true } },
    books.platform.token,
  )
  expect(settled).toMatchObject({
    status: 'RESOLVED',
    booked_cents: -300,
    resolved_by: 'Ada Example',
    can_book: false,
  })
  expect(await books.account('PROVIDER_CLEARING')).toBe(clearing - 300)
  expect(await books.account('DIFFERENCES')).toBe(300)
  expect(
    await api.refusal(
      resolveDifferenceRoute,
      { params, body: { note: 'Again', book: true } },
      books.platform.token,
    ),
  ).toMatchObject({ status: 409, code: 'difference_not_open' })
  await books.run()
  expect(await books.open()).toEqual([])
  expect(await books.account('PROVIDER_CLEARING')).toBe(await books.atProvider())
  const { rows } = await books.pool.query(
    `select details from audit_log where action = 'reconciliation.resolve'`,
  )
  expect(rows).toMatchObject([{ details: { booked_cents: -300 } }])
  expect(amount_cents).toBeGreaterThan(300)
})

test('keeps a difference settled by a note until its amount changes, and books only the change', async () => {
  const { stripe_charge_id } = await books.chargeOf(await books.aPaidReservation())
  await books.run()
  const row = `update stripe_stand_in.objects set data = data || jsonb_build_object('amount', (data->>'amount')::int + $2::int, 'net', (data->>'net')::int + $2::int)
    where kind = 'balance_transaction' and data->>'source' = $1`
  await asOwner(api, row, [stripe_charge_id, 5])
  api.ports.advance({ hours: 2 })
  await books.run()
  expect(await books.kinds()).toEqual(['AMOUNT', 'BALANCE'])
  const [amount] = (await books.open()).filter(({ kind }) => kind === 'AMOUNT')
  expect(amount?.message).toMatch(
    /^The card provider has moved another amount than our books say \(txn_\w+\)\.$/,
  )
  const settle = (body: { note: string; book?: boolean }) =>
    api.call(
      resolveDifferenceRoute,
      { params: { difference_id: amount?.id ?? '' }, body },
      books.platform.token,
    )
  expect(await settle({ note: 'Asked the provider' })).toMatchObject({ status: 'RESOLVED', booked_cents: 0 })
  await books.run()
  expect(await books.kinds()).toEqual(['BALANCE'])
  await asOwner(api, row, [stripe_charge_id, 2])
  await books.run()
  expect(await books.kinds()).toEqual(['AMOUNT', 'BALANCE'])
  expect(await settle({ note: 'They will not mend it', book: true })).toMatchObject({ booked_cents: 7 })
  await books.run()
  expect(await books.kinds()).toEqual([])
  await asOwner(api, row, [stripe_charge_id, 1])
  await books.run()
  // Only the additional amount is booked.
  expect(await settle({ note: 'One more', book: true })).toMatchObject({ booked_cents: 8 })
  await books.run()
  expect(await books.kinds()).toEqual([])
  expect(await books.account('PROVIDER_CLEARING')).toBe(await books.atProvider())
})

test('names both currencies if the provider has a payment in another one', async () => {
  const { stripe_charge_id } = await books.chargeOf(await books.aPaidReservation())
  await books.run()
  await asOwner(
    api,
    `update stripe_stand_in.objects set data = data || '{"currency": "eur"}' where kind = 'balance_transaction' and data->>'source' = $1`,
    [stripe_charge_id],
  )
  await books.run()
  expect((await books.open()).find(({ kind }) => kind === 'CURRENCY')?.message).toBe(
    'The card provider has it in EUR, our books in USD.',
  )
})

test('lists what the provider lacks and closes the difference once the provider has it', async () => {
  const { id, stripe_charge_id } = await books.chargeOf(await books.aPaidReservation())
  const hide = `update stripe_stand_in.objects set account = $2 where kind = 'balance_transaction' and data->>'source' = $1`
  await asOwner(api, hide, [stripe_charge_id, 'acct_hidden'])
  await books.run()
  expect(await books.kinds()).toEqual([])
  api.ports.advance({ hours: 2 })
  await books.run()
  expect(await books.kinds()).toEqual(['BALANCE', 'MISSING_AT_PROVIDER'])
  expect((await books.open()).find(({ kind }) => kind === 'MISSING_AT_PROVIDER')).toMatchObject({
    subject_kind: 'payment',
    subject_id: id,
    found_cents: 0,
    message: 'It is in our books, and the card provider does not know it.',
  })
  await asOwner(api, hide, [stripe_charge_id, 'acct_StandInPlatform'])
  await books.run()
  expect(await books.open()).toEqual([])
  const { items } = await api.call(
    listDifferencesRoute,
    { query: { status: 'GONE', kind: 'MISSING_AT_PROVIDER' } },
    books.platform.token,
  )
  expect(items).toHaveLength(1)
})

test('lists falsified rows with the kind of each difference', async () => {
  const { id } = await books.chargeOf(await books.aPaidReservation())
  await books.run()
  const invoice = (
    await books.pool.query<{ invoice_id: string }>('select invoice_id from payments where id = $1', [id])
  ).rows[0]
  const falsify = async (sign: 1 | -1) => {
    await books.pool.query(
      `update earnings set amount_cents = amount_cents + $2 where source_id = $1 and payee_kind = 'LOT'`,
      [invoice?.invoice_id, sign],
    )
    await books.pool.query('update invoices set disputed_cents = disputed_cents + $2 where id = $1', [
      invoice?.invoice_id,
      sign,
    ])
    // Only the owner of the database can do this.
    await asOwner(
      api,
      `alter table invoice_lines disable trigger user; alter table ledger_entries disable trigger user`,
    )
    await asOwner(
      api,
      `update invoice_lines set unit_cents = unit_cents + $2, amount_cents = amount_cents + $2
       where invoice_id = $1 and kind = 'SERVICE_FEE'`,
      [invoice?.invoice_id, sign],
    )
    await asOwner(
      api,
      `update ledger_entries set amount_cents = amount_cents - $2 where account = 'PLATFORM_SHARE' and transaction_id = $1`,
      [id, sign],
    )
    await asOwner(
      api,
      `alter table invoice_lines enable trigger user; alter table ledger_entries enable trigger user`,
    )
  }
  await falsify(1)
  await books.run()
  expect(await books.kinds()).toEqual(['EARNINGS_LEDGER', 'INVOICE_LEDGER', 'INVOICE_LINES', 'UNBALANCED'])
  const messages = (await books.open()).map(({ message }) => message)
  expect(messages.toSorted()).toEqual([
    'The total of this invoice is not the sum of its lines.',
    'This ledger transaction does not sum to zero.',
    'What is owed by earnings is not what the ledger owes.',
    'What this invoice says is paid and returned is not what the ledger says.',
  ])
  const [lines] = (await books.open()).filter(({ kind }) => kind === 'INVOICE_LINES')
  expect(lines).toMatchObject({ subject_kind: 'invoice', subject_id: invoice?.invoice_id, can_book: false })
  const params = { difference_id: lines?.id ?? '' }
  expect(
    await api.refusal(
      resolveDifferenceRoute,
      { params, body: { note: 'Book it', book: true } },
      books.platform.token,
    ),
  ).toMatchObject({ status: 409, code: 'difference_not_bookable', field: 'book' })
  await falsify(-1)
  await books.run()
  expect(await books.open()).toEqual([])
})

test('reads any number of transactions and requires a lot to book one without', async () => {
  const intent = (amount: number) =>
    api.deps.stripe.paymentIntents.create({
      amount,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      confirm: true,
      allowed_payment_method_types: ['card'],
    })
  for (let n = 0; n < 105; n += 15) {
    await Promise.all(Array.from({ length: 15 }, (_, at) => intent(100 + n + at)))
  }
  api.ports.advance({ hours: 2 })
  await books.run()
  const filter = { status: 'OPEN', kind: 'MISSING_HERE', limit: 40 } as const
  const seen = new Set<string>()
  let cursor: string | undefined
  for (let page = 0; page < 3; page++) {
    const query = { ...filter, ...(cursor === undefined ? {} : { cursor }) }
    const { items, next_cursor } = await api.call(listDifferencesRoute, { query }, books.platform.token)
    for (const { id } of items) seen.add(id)
    cursor = next_cursor ?? undefined
  }
  expect([seen.size, cursor]).toEqual([105, undefined])
  const [difference_id = ''] = seen
  const body = { note: 'A sale of another kind', book: true }
  expect(
    await api.refusal(resolveDifferenceRoute, { params: { difference_id }, body }, books.platform.token),
  ).toMatchObject({
    status: 400,
    field: 'lot_id',
  })
  const settled = await api.call(
    resolveDifferenceRoute,
    { params: { difference_id }, body: { ...body, lot_id: books.lot.lot_id } },
    books.platform.token,
  )
  expect(settled.status).toBe('RESOLVED')
})
