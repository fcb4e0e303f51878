import { createRuleSetRoute } from '@openspot/contract/booking/rule-sets.ts'
import { exportMyDataRoute } from '@openspot/contract/identity/my-data.ts'
import { adjustInvoiceRoute, listLotDisputesRoute } from '@openspot/contract/money/adjustments.ts'
import { appealFineRoute, getFineNoticeRoute } from '@openspot/contract/operations/fine-notices.ts'
import { decideFineAppealRoute, getFineRoute } from '@openspot/contract/operations/fines.ts'
import { createCarRoute } from '@openspot/contract/people/cars.ts'
import { createGroupRoute } from '@openspot/contract/people/groups.ts'
import { listNotificationsRoute } from '@openspot/contract/platform/notifications.ts'
import { FINE_PHOTO_DAYS } from '@openspot/core/fines/limits.ts'
import type { FineTerms } from '@openspot/core/fines/terms.ts'
import { noRules } from '@openspot/core/rules/no-rules.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { purgeExpired } from '../../jobs/purge-expired.ts'
import { syncBankPayments } from '../../money/payments/sync-bank-payments.ts'
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
import { aMember, anotherSession, aPerson, type Person } from '../../testing/factories/people.ts'
import { remindOfFines } from './remind-of-fines.ts'

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

/** A member whose vehicle the lot knows. */
async function aMemberWith(plate: string): Promise<Person & { membership_id: string }> {
  const member = await aMember(api, lot.lot_id, 'MEMBER')
  const { rows } = await api.deps.database.pool.query<{ id: string }>(
    'update memberships set acted_at = now() where user_id = $1 and lot_id = $2 returning id',
    [member.user_id, lot.lot_id],
  )
  await api.call(createCarRoute, { body: { plate } }, member.token)
  return { ...member, membership_id: rows[0]?.id ?? '' }
}

describe('the rule set of a group', () => {
  const group = async (name: string, plate: string, fine_terms: FineTerms | null) => {
    const set = {
      params: { lot_id: lot.lot_id },
      body: { name, is_default: false, rules: noRules, fine_terms },
    }
    const { id: rule_set_id } = await api.call(createRuleSetRoute, set, admin.token)
    const { membership_id } = await aMemberWith(plate)
    const order = { name, rule_set_id, membership_ids: [membership_id] }
    await api.call(createGroupRoute, { params: { lot_id: lot.lot_id }, body: order }, admin.token)
    return rule_set_id
  }

  test('decides about the fines of its members, and the default about everyone else', async () => {
    const reasons = [{ reason: 'BLOCKING' as const, warnings: 0, amounts_cents: [1500] }]
    const rule_set_id = await group('Gentle', 'GRP 1', { within_days: 30, reasons })
    expect(await here.aFine({ plate: 'GRP 1' })).toMatchObject({
      amount_cents: 1500,
      explanation: { rule_set_id, rule_set_name: 'Gentle', is_default: false, within_days: 30 },
    })
    expect(await here.aFine()).toMatchObject({ amount_cents: 8000, explanation: { is_default: true } })
  })

  test('leaves fines to the default rule set if it says nothing about them', async () => {
    await group('Silent', 'GRP 2', null)
    expect(await here.aFine({ plate: 'GRP 2' })).toMatchObject({
      amount_cents: 8000,
      explanation: { rule_set_name: 'Everyone', is_default: true },
    })
  })
})

describe('a payment', () => {
  test('by bank debit is in progress for days, and a failed one leaves the fine unpaid and tells its payer', async () => {
    const { id, code } = await here.aFine()
    const payer = await aPerson(api)
    await payFineAs(api, payer, code, 'pm_usBankAccount_insufficientFunds')
    expect(await here.read(id)).toMatchObject({ status: 'PROCESSING', paid_cents: 0 })
    const seen = await api.call(getFineNoticeRoute, { params: { fine_code: code } })
    // What the lot calls its rules is not for drivers.
    expect(Object.keys(seen.explanation)).toEqual([
      'nth',
      'within_days',
      'warnings',
      'amounts_cents',
      'earlier',
    ])
    expect(seen).toMatchObject({
      status: 'PROCESSING',
      can_pay: false,
    })
    api.ports.advance({ days: 5 })
    await api.standIn.settleDue()
    await api.standIn.deliverDueWebhooks()
    await syncBankPayments(paymentDepsOf(api.deps))
    await api.runJobs()
    expect(await here.read(id)).toMatchObject({ status: 'UNPAID', paid_cents: 0 })
    expect((await emailsTo(api, payer.email)).map(({ subject }) => subject)).toEqual([
      'Payment for your fine at Wells Street Lot failed',
    ])
    expect(await here.books()).toEqual({})
    await payFineAs(api, payer, code)
    expect(await here.read(id)).toMatchObject({ status: 'PAID', paid_cents: 8000 })
  })

  test('that its bank disputes is listed with the fine, is not the lot’s meanwhile, and cannot be refunded', async () => {
    const { id, code } = await here.aFine()
    const payer = await aPerson(api)
    await payFineAs(api, payer, code, 'pm_card_createDispute')
    await api.runJobs()
    const { items } = await api.call(
      listLotDisputesRoute,
      { params: { lot_id: lot.lot_id }, query: {} },
      admin.token,
    )
    expect(items).toMatchObject([{ fine_id: id, reservation_id: null, withdrawn_cents: 8000 }])
    const { invoice_id, refundable_cents } = await here.read(id)
    expect(refundable_cents).toBe(0)
    const refund = {
      params: { invoice_id: invoice_id ?? '' },
      body: { kind: 'REFUND' as const, amount_cents: 1, reason: 'Goodwill' },
      idempotency_key: secretWord(api.ports),
    }
    expect(await api.refusal(adjustInvoiceRoute, refund, admin.token)).toMatchObject({
      code: 'not_refundable',
    })
  })
})

describe('reminders of an unpaid fine', () => {
  const remind = async () => {
    await remindOfFines(paymentDepsOf(api.deps))
    await remindOfFines(paymentDepsOf(api.deps))
  }
  const subjects = async (email: string) => (await emailsTo(api, email)).map(({ subject }) => subject)
  const issued = '$80.00 fine for REM 1 at Wells Street Lot'
  // The same on both days: it must still be right when it is read later.
  const due = expect.stringMatching(
    /^\$80\.00 fine for REM 1 at Wells Street Lot is due \w+ \d+, \d{4} at \d+:\d\d [AP]M Central Time$/,
  )
  const fined = async () => {
    const driver = await aMemberWith('REM 1')
    const fine = await here.aFine({ plate: 'REM 1' })
    await api.runJobs()
    const due_at = Date.parse(fine.due_at ?? '')
    const until = (hours: number) =>
      api.ports.advance({ seconds: (due_at - hours * 3_600_000 - api.ports.now().getTime()) / 1000 })
    return { driver, fine, until }
  }

  test('come some days before it is due and on the day, once each, by email and in the app', async () => {
    const { driver, until } = await fined()
    until(73)
    await remind()
    expect(await subjects(driver.email)).toEqual([issued])
    until(71)
    await remind()
    until(1)
    await remind()
    until(-1)
    await remind()
    expect(await subjects(driver.email)).toEqual([issued, due, due])
    const token = await anotherSession(api, driver.user_id)
    const { items } = await api.call(listNotificationsRoute, { query: {} }, token)
    expect(items.map(({ kind }) => kind).toSorted()).toEqual([
      'FINE_DUE_SOON',
      'FINE_DUE_TODAY',
      'FINE_ISSUED',
    ])
    expect(items.find(({ kind }) => kind === 'FINE_DUE_TODAY')).toMatchObject({
      title: expect.stringMatching(/^Last day to pay: fine due \w+ \d+, \d{4} at /),
      text: expect.stringContaining('The fine of $80.00 for REM 1 at Wells Street Lot is due'),
    })
  })

  test('stop once it is paid', async () => {
    const paid = await fined()
    await payFineAs(api, await aPerson(api), paid.fine.code)
    paid.until(71)
    await remind()
    expect(await subjects(paid.driver.email)).toEqual([issued])
  })

  test('wait while an appeal is open, and come again for the later due date after it is declined', async () => {
    const { driver, fine, until } = await fined()
    until(71)
    await remind()
    const appeal = {
      params: { fine_code: fine.code },
      body: { text: 'I was loading.' },
      idempotency_key: secretWord(api.ports),
    }
    const token = await anotherSession(api, driver.user_id)
    await api.call(appealFineRoute, appeal, token)
    until(1)
    await remind()
    expect(await subjects(driver.email)).toEqual([issued, due])
    const decision = {
      params: { fine_id: fine.id },
      body: { decision: 'DECLINED', answer: 'No sign says so.' },
    } as const
    await api.call(
      decideFineAppealRoute,
      { ...decision, idempotency_key: secretWord(api.ports) },
      await anotherSession(api, admin.user_id),
    )
    await api.runJobs()
    // Due 7 days after the decision, which came an hour before.
    until(-7 * 24 + 1 + 71)
    await remind()
    until(-7 * 24 + 1 + 2)
    await remind()
    expect((await subjects(driver.email)).slice(-2)).toEqual([due, due])
  })
})

test('the photos of a fine are deleted some time after its last day of appeals, and their hashes stay', async () => {
  const photo_ids = [await aPhotoOf(api, patroller, lot.lot_id)]
  const { id, evidence_hash } = await here.aFine({ photo_ids })
  const purge = () => purgeExpired(paymentDepsOf(api.deps), api.deps.settings)
  const photos = async () => {
    // Sessions don't last that long.
    const token = await anotherSession(api, admin.user_id)
    return (await api.call(getFineRoute, { params: { fine_id: id } }, token)).photos.length
  }
  // Appeals end after 14 days.
  api.ports.advance({ days: 14 + FINE_PHOTO_DAYS - 1 })
  await purge()
  expect(await photos()).toBe(1)
  api.ports.advance({ days: 2 })
  await purge()
  expect(await photos()).toBe(0)
  const token = await anotherSession(api, admin.user_id)
  expect(await api.call(getFineRoute, { params: { fine_id: id } }, token)).toMatchObject({ evidence_hash })
})

test('a driver finds their fines in the copy of their data, and nothing with their plate stays once they are erased', async () => {
  const driver = await aMemberWith('ZAP 4711')
  await here.aFine({ plate: 'ZAP 4711' })
  await api.runJobs()
  const copy = await api.call(exportMyDataRoute, {}, driver.token)
  expect(copy.data['fines']).toMatchObject([{ plate: 'ZAP 4711' }])
  const { pool } = api.deps.database
  await pool.query('select forget_person($1, $2)', [driver.user_id, api.ports.now().toISOString()])
  const { rows: tables } = await pool.query<{ name: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(
      `select t::text as row from ${name} t where replace(t::text, ' ', '') like '%ZAP4711%'`,
    )
    found.push(...rows.map(({ row }) => `${name}: ${row}`))
  }
  expect(found).toEqual([])
})
