import { createByStaffRoute } from '@openspot/contract/booking/staff-reservations.ts'
import {
  adjustInvoiceRoute,
  getAdminInvoiceRoute,
  undoRefundRoute,
} from '@openspot/contract/money/adjustments.ts'
import { getReceiptRoute } from '@openspot/contract/money/invoices.ts'
import {
  getFineNoticeRoute,
  listMyFinesRoute,
  payFineRoute,
} from '@openspot/contract/operations/fine-notices.ts'
import { refundFineRoute, voidFineRoute } from '@openspot/contract/operations/fines.ts'
import { createCarRoute, patchCarRoute } from '@openspot/contract/people/cars.ts'
import { allowStaffReservationsRoute } from '@openspot/contract/people/memberships.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { sendDueRefunds } from '../../money/payments/refunds.ts'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import {
  aLotWithFines,
  aPhotoOf,
  emailsTo,
  type LotWithFines,
  payFineAs,
} from '../../testing/factories/fines.ts'
import { type TestLot } from '../../testing/factories/lots.ts'
import { aCard, aMember, anotherSession, aPerson, type Person } from '../../testing/factories/people.ts'
import { answerBank, bookAs, twoHours } from '../../testing/factories/reservations.ts'
import { readPdf } from '../../testing/read-pdf.ts'
import { voidRightfulFines } from './void-rightful.ts'

let api: TestApi
let here: LotWithFines
let lot: TestLot
let admin: Person
let patroller: Person

beforeAll(async () => {
  api = await testApi()
})
afterAll(async () => {
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})
beforeEach(async () => {
  here = await aLotWithFines(api)
  ;({ lot, admin, patroller } = here)
})

const key = () => secretWord(api.ports)
const notice = (code: string, who?: Person) =>
  api.call(getFineNoticeRoute, { params: { fine_code: code } }, who?.token)
const pay = (code: string, payer: Person, card?: string) => payFineAs(api, payer, code, card)
const refund = (fine_id: string, amount_cents: number) => ({
  params: { fine_id },
  body: { amount_cents, reason: 'Goodwill' },
  idempotency_key: key(),
})
/** What the card provider took for a fine, also what was given back since. */
const charges = async (fine_id: string) => {
  const { rows } = await api.deps.database.pool.query<{ stripe_payment_intent_id: string }>(
    `select p.stripe_payment_intent_id from payments p join invoices i on i.id = p.invoice_id where i.fine_id = $1 and p.stripe_payment_intent_id is not null`,
    [fine_id],
  )
  const intents = await Promise.all(
    rows.map(({ stripe_payment_intent_id }) =>
      api.deps.stripe.paymentIntents.retrieve(stripe_payment_intent_id),
    ),
  )
  return intents.map(({ amount_received }) => amount_received).filter((cents) => cents > 0)
}

describe('payment', () => {
  test('anyone with the notice pays in their own session, and the ledger, the receipt, and the email show it', async () => {
    await api.deps.database.pool.query('update lots set platform_share_bps = 1000 where id = $1', [
      lot.lot_id,
    ])
    const { id, code } = await here.aFine()
    expect(await notice(code)).toMatchObject({ status: 'UNPAID', can_pay: true, can_appeal: true })
    const payer = await aPerson(api)
    const { fine, next_action } = await pay(code, payer)
    expect(next_action).toBeNull()
    expect(fine).toMatchObject({ status: 'PAID', paid_cents: 8000, can_pay: false })
    await api.runJobs()
    expect(await here.books()).toEqual({ PROVIDER_CLEARING: 8000, PLATFORM_SHARE: -800, LOT_PAYABLE: -7200 })
    const { invoice_id } = await here.read(id)
    expect(await emailsTo(api, payer.email)).toMatchObject([
      { subject: '$80.00 fine at Wells Street Lot paid', receipt_invoice_ids: [invoice_id] },
    ])
    const receipt = await api.call(getReceiptRoute, { params: { invoice_id: invoice_id ?? '' } }, payer.token)
    const words = readPdf(Buffer.from(await receipt.arrayBuffer())).pages.join(' ')
    for (const word of ['Blocked the way', 'ZZ 100', '$80.00']) expect(words).toContain(word)
    expect((await api.call(listMyFinesRoute, {}, payer.token)).items).toMatchObject([{ id }])
    const second = await aPerson(api)
    const order = {
      params: { fine_code: code },
      body: { payment_method_id: await aCard(api, second) },
      idempotency_key: key(),
    }
    expect(await api.refusal(payFineRoute, order, second.token)).toMatchObject({ code: 'fine_not_payable' })
  })

  test('a declined card leaves the fine unpaid, and someone else can pay it', async () => {
    const { code, id } = await here.aFine()
    const first = await aPerson(api)
    const order = async (card: string) => ({
      params: { fine_code: code },
      body: { payment_method_id: await aCard(api, first, card) },
      idempotency_key: key(),
    })
    expect(
      await api.refusal(payFineRoute, await order('pm_card_chargeCustomerFail'), first.token),
    ).toMatchObject({ code: 'card_declined' })
    expect(await here.read(id)).toMatchObject({ status: 'UNPAID', paid_cents: 0 })
    expect((await pay(code, await aPerson(api))).fine.status).toBe('PAID')
  })

  test('the unpaid invoice of a fine cannot be corrected, because only an appeal lowers a fine', async () => {
    const { code, id } = await here.aFine()
    const { next_action } = await pay(code, await aPerson(api), 'pm_card_authenticationRequired')
    expect(next_action?.type).toBe('redirect')
    const { rows } = await api.deps.database.pool.query<{ id: string }>(
      'select id from invoices where fine_id = $1',
      [id],
    )
    const correction = { kind: 'CORRECTION' as const, amount_cents: -100, reason: 'Goodwill' }
    const params = { invoice_id: rows[0]?.id ?? '' }
    const order = { params, body: correction, idempotency_key: key() }
    expect(await api.refusal(adjustInvoiceRoute, order, admin.token)).toMatchObject({
      code: 'invoice_not_open',
    })
  })

  test('a payment that its payer left at the bank is replaced, and cannot take money afterward', async () => {
    const { code, id } = await here.aFine()
    const first = await aPerson(api)
    const { next_action, fine } = await pay(code, first, 'pm_card_authenticationRequired')
    expect(next_action?.type).toBe('redirect')
    expect(fine).toMatchObject({ status: 'UNPAID' })
    expect(await notice(code, first)).toMatchObject({ payment: 'ACTION_NEEDED' })
    expect(await notice(code)).toMatchObject({ payment: null })
    expect((await pay(code, await aPerson(api))).fine.status).toBe('PAID')
    await answerBank(next_action?.url ?? '', 'complete')
    await api.runJobs()
    expect(await here.books()).toEqual({ PROVIDER_CLEARING: 8000, PLATFORM_SHARE: -800, LOT_PAYABLE: -7200 })
    expect(await here.read(id)).toMatchObject({ paid_cents: 8000 })
    expect(await charges(id)).toEqual([8000])
  })

  test('a payer who left their bank’s page pays with another card on another device, and is charged once', async () => {
    const { code, id } = await here.aFine()
    const payer = await aPerson(api)
    const { next_action } = await pay(code, payer, 'pm_card_authenticationRequired')
    const elsewhere = { ...payer, token: await anotherSession(api, payer.user_id) }
    expect((await pay(code, elsewhere)).fine.status).toBe('PAID')
    await answerBank(next_action?.url ?? '', 'complete')
    await api.runJobs()
    expect(await charges(id)).toEqual([8000])
    expect(await here.read(id)).toMatchObject({ status: 'PAID', paid_cents: 8000 })
  })

  test.each(['one payer on two devices', 'two payers'])(
    '%s at the same moment: the fine is charged once',
    async (who) => {
      const { code, id } = await here.aFine()
      const first = await aPerson(api)
      const second =
        who === 'two payers'
          ? await aPerson(api)
          : { ...first, token: await anotherSession(api, first.user_id) }
      const payers: { token: string; payment_method_id: string }[] = []
      for (const { token, ...payer } of [first, second])
        payers.push({
          token,
          payment_method_id: await aCard(api, { ...payer, token }, 'pm_card_bypassPending'),
        })
      const answers = await Promise.allSettled(
        payers.map(({ token, payment_method_id }) =>
          api.call(
            payFineRoute,
            { params: { fine_code: code }, body: { payment_method_id }, idempotency_key: key() },
            token,
          ),
        ),
      )
      await api.runJobs()
      // One may be refused, or find the fine paid; it never ends unpaid and without an answer.
      expect(answers.map(({ status }) => status)).toContain('fulfilled')
      expect(await charges(id)).toEqual([8000])
      expect(await here.read(id)).toMatchObject({ status: 'PAID', paid_cents: 8000, refunded_cents: 0 })
    },
  )

  test('nobody pays with the payment method of someone else, and warnings have nothing to pay', async () => {
    const { code } = await here.aFine()
    const [thief, victim] = [await aPerson(api), await aPerson(api)]
    const body = { payment_method_id: await aCard(api, victim) }
    expect(
      await api.refusal(
        payFineRoute,
        { params: { fine_code: code }, body, idempotency_key: key() },
        thief.token,
      ),
    ).toMatchObject({ code: 'fine_not_payable' })
    const warning = await here.aFine({ reason: 'NO_RIGHT_TO_PARK', plate: 'YY 1' })
    const order = { params: { fine_code: warning.code }, body, idempotency_key: key() }
    expect(await api.refusal(payFineRoute, order, victim.token)).toMatchObject({ code: 'fine_not_payable' })
    expect(await api.refusal(getFineNoticeRoute, { params: { fine_code: 'A'.repeat(24) } })).toMatchObject({
      code: 'not_found',
    })
  })
})

describe('refund', () => {
  test('a part is refunded, then the rest, and never more than was paid', async () => {
    const { id, code } = await here.aFine()
    expect(await api.refusal(refundFineRoute, refund(id, 1), admin.token)).toMatchObject({
      code: 'not_refundable',
    })
    await pay(code, await aPerson(api))
    const made = await api.call(refundFineRoute, refund(id, 3000), admin.token)
    expect(made).toMatchObject({
      refund: { amount_cents: 3000 },
      fine: { status: 'PAID', refundable_cents: 5000 },
    })
    expect(await api.refusal(refundFineRoute, refund(id, 5001), admin.token)).toMatchObject({
      code: 'not_refundable',
      details: { refundable_cents: 5000 },
    })
    await api.call(undoRefundRoute, { params: { refund_id: made.refund.id } }, admin.token)
    const again = refund(id, 8000)
    const all = await api.call(refundFineRoute, again, admin.token)
    expect(await api.call(refundFineRoute, again, admin.token)).toMatchObject({
      refund: { id: all.refund.id },
    })
    api.ports.advance({ hours: 25 })
    await sendDueRefunds(paymentDepsOf(api.deps))
    await api.runJobs()
    expect(await here.read(id)).toMatchObject({ status: 'REFUNDED', refundable_cents: 0 })
    expect(await here.books()).toEqual({})
    expect(await api.refusal(refundFineRoute, refund(id, 1), patroller.token)).toMatchObject({
      code: 'forbidden',
    })
  })

  test('above the limit of the lot another admin approves it, and a large one needs a recent sign-in', async () => {
    await api.deps.database.pool.query('update lots set approval_limit_cents = 2000 where id = $1', [
      lot.lot_id,
    ])
    const { id, code } = await here.aFine()
    await pay(code, await aPerson(api))
    expect((await api.call(refundFineRoute, refund(id, 1500), admin.token)).refund.status).toBe('PENDING')
    expect((await api.call(refundFineRoute, refund(id, 1500), admin.token)).refund.status).toBe(
      'AWAITING_APPROVAL',
    )
    api.ports.advance({ hours: 30 })
    expect(await api.refusal(refundFineRoute, refund(id, 10_000), admin.token)).toMatchObject({
      code: 'recent_sign_in_required',
    })
  })
})

describe('voiding', () => {
  const voided = (fine_id: string) =>
    api.call(
      voidFineRoute,
      { params: { fine_id }, body: { note: 'Wrong vehicle' }, idempotency_key: key() },
      admin.token,
    )

  test('a paid fine is refunded in full, and its payer is notified', async () => {
    const { id, code } = await here.aFine()
    const payer = await aPerson(api)
    await pay(code, payer)
    expect(await voided(id)).toMatchObject({
      status: 'VOIDED',
      void_reason: 'STAFF',
      void_note: 'Wrong vehicle',
    })
    await api.runJobs()
    expect(await here.books()).toEqual({})
    expect((await emailsTo(api, payer.email)).map(({ subject }) => subject)).toEqual(
      expect.arrayContaining([
        'Fine for ZZ 100 at Wells Street Lot canceled',
        'Refund for your fine at Wells Street Lot',
      ]),
    )
    expect(
      await api.refusal(
        voidFineRoute,
        { params: { fine_id: id }, body: { note: 'Again' }, idempotency_key: key() },
        admin.token,
      ),
    ).toMatchObject({ code: 'fine_voided' })
  })

  test('a refund that waits when the fine is voided, for approval or for its undo period, can’t be undone', async () => {
    await api.deps.database.pool.query('update lots set approval_limit_cents = 2000 where id = $1', [
      lot.lot_id,
    ])
    const { id, code } = await here.aFine()
    await pay(code, await aPerson(api))
    const waiting = await api.call(refundFineRoute, refund(id, 1500), admin.token)
    await voided(id)
    const { invoice_id } = await here.read(id)
    const { refunds } = await api.call(
      getAdminInvoiceRoute,
      { params: { invoice_id: invoice_id ?? '' } },
      admin.token,
    )
    expect(refunds.map(({ status, can_undo }) => [status, can_undo])).toEqual(
      expect.arrayContaining([
        ['PENDING', false],
        ['AWAITING_APPROVAL', false],
      ]),
    )
    for (const refund_id of [waiting.refund.id, ...refunds.map((one) => one.id)])
      expect(await api.refusal(undoRefundRoute, { params: { refund_id } }, admin.token)).toMatchObject({
        status: 409,
        code: 'refund_owed',
      })
    await api.deps.database.pool.query('update lots set approval_limit_cents = null where id = $1', [
      lot.lot_id,
    ])
  })

  test('a payment that arrives after the fine was voided is refunded', async () => {
    const { id, code } = await here.aFine()
    const { next_action } = await pay(code, await aPerson(api), 'pm_card_authenticationRequired')
    await voided(id)
    await answerBank(next_action?.url ?? '', 'complete')
    await api.runJobs()
    expect(await here.read(id)).toMatchObject({ status: 'VOIDED', paid_cents: 8000, refunded_cents: 8000 })
    expect(await here.books()).toEqual({})
  })

  test('a right that staff entered afterwards voids the fine and refunds it', async () => {
    const warning = await here.aFine({ plate: 'KAB 1234', reason: 'NO_RIGHT_TO_PARK' })
    const { id, code } = await here.aFine({ plate: 'KAB 1234', reason: 'OVERSTAY' })
    await pay(code, await aPerson(api))
    const member = await aMember(api, lot.lot_id, 'MEMBER')
    const { id: car_id } = await api.call(createCarRoute, { body: { plate: 'KAB 1234' } }, member.token)
    await round()
    expect((await here.read(id)).status).toBe('PAID')
    const allow = { params: { lot_id: lot.lot_id }, body: { is_allowed: true } }
    await api.call(allowStaffReservationsRoute, allow, member.token)
    await api.call(
      createByStaffRoute,
      {
        body: {
          spot_id: lot.spot_ids[0] ?? '',
          user_id: member.user_id,
          car_id,
          payment_kind: 'NONE',
          override_reason: 'Paid in cash',
          ...twoHours(api, -1, 3),
        },
        idempotency_key: key(),
      },
      admin.token,
    )
    await round()
    expect(await here.read(id)).toMatchObject({ status: 'VOIDED', void_reason: 'RIGHT_FOUND' })
    expect(await here.read(warning.id)).toMatchObject({ status: 'VOIDED' })
    expect(await here.books()).toEqual({})
  })

  test('a corrected slip in the plate voids the fine, and renaming one vehicle to another does not', async () => {
    const driver = await aPerson(api)
    const { id: car_id } = await api.call(
      createCarRoute,
      { body: { plate: 'KAB 1224', region: 'IL' } },
      driver.token,
    )
    const payment_method_id = await aCard(api, driver, 'pm_card_bypassPending')
    await bookAs(api, driver, { spot_id: lot.spot_ids[0] ?? '', payment_method_id, car_id, ...twoHours(api) })
    await api.runJobs()
    api.ports.advance({ minutes: 61 })
    const photo_ids = [await aPhotoOf(api, patroller, lot.lot_id)]
    const fines = [
      await here.aFine({ plate: 'KAB 1234', reason: 'OVERSTAY', confirmed_plate: true, photo_ids }),
      await here.aFine({ plate: 'QQQ 777', reason: 'OVERSTAY' }),
    ]
    const statuses = async () => Promise.all(fines.map(async ({ id }) => (await here.read(id)).status))
    const rename = (plate: string) =>
      api.call(patchCarRoute, { params: { car_id }, body: { plate } }, driver.token)
    api.ports.advance({ minutes: 1 })
    await rename('QQQ 777')
    await round()
    expect(await statuses()).toEqual(['UNPAID', 'UNPAID'])
    await rename('KAB 1234')
    await round()
    expect(await statuses()).toEqual(['VOIDED', 'UNPAID'])
  })

  const round = async () => {
    api.ports.advance({ minutes: 3 })
    await voidRightfulFines(paymentDepsOf(api.deps))
    await api.runJobs()
  }
})
