import {
  getLotAccountRoute,
  getMyAccountRoute,
  setUpLotAccountRoute,
  setUpMyAccountRoute,
} from '@openspot/contract/money/accounts.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aHost, aHostAccount, aLotAccount, fillIn } from '../../testing/factories/payouts.ts'
import { aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { untilWaiting } from '../../testing/waiting.ts'

let api: TestApi
let lot: TestLot
let owner: Person

beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  api.standIn.faults.clear()
  // Advance by an hour, because attempts are limited per hour.
  api.ports.advance({ hours: 1 })
  lot = await aLot(api)
  owner = await aMember(api, lot.lot_id, 'SUPER_ADMIN')
})

const look = (who: Person, refresh = false) =>
  api.call(
    getLotAccountRoute,
    { params: { lot_id: lot.lot_id }, query: refresh ? { refresh } : {} },
    who.token,
  )
const order = (more: object = {}) => ({
  params: { lot_id: lot.lot_id },
  body: { return_path: `/lots/${lot.lot_id}/payouts`, ...more },
})
const setUp = (more: object = {}) => api.call(setUpLotAccountRoute, order(more), owner.token)
const rows = async <T>(text: string, values: unknown[] = []) =>
  (await api.deps.database.pool.query(text, values)).rows as T[]
const stripeAccounts = async () =>
  (await api.deps.stripe.accounts.list({ limit: 100 })).data.filter(
    ({ metadata }) => metadata?.['lot_id'] === lot.lot_id,
  )
const notices = (person: Person) =>
  rows<{ kind: string; title: string; text: string }>(
    `select kind, params ->> 'title' as title, params ->> 'text' as text from notifications where user_id = $1 order by created_at, id`,
    [person.user_id],
  )

test('moves an account from missing through incomplete to ready and names what is missing', async () => {
  expect(await look(owner)).toMatchObject({
    status: 'MISSING_STRIPE_ACCOUNT',
    details: {
      missing: [],
      bank: null,
      currency: 'USD',
      country: 'US',
      schedule: 'DAILY',
      max_payout_cents: null,
    },
  })
  const { url, account } = await setUp({ schedule: 'WEEKLY', max_payout_cents: 500_000 })
  expect(account).toMatchObject({
    status: 'MISSING_STRIPE_INFORMATION',
    details: { schedule: 'WEEKLY', max_payout_cents: 500_000 },
  })
  expect(account.details?.missing.map(({ text }) => text)).toEqual([
    'What kind of business it is',
    'A website, or a short description of what you offer',
    'Whether you are a person or a company',
    'A bank account for payouts',
    'Your acceptance of the provider’s terms',
  ])
  const back = await fillIn(url, { given: 'some' })
  expect(back).toBe(`http://localhost:0/lots/${lot.lot_id}/payouts?onboarding=done`)
  await api.runJobs()
  expect((await look(owner)).details?.missing).toEqual([
    { requirement: 'external_account', text: 'A bank account for payouts' },
    { requirement: 'individual.verification.document', text: 'A photo of an identity document' },
  ])
  // The page works once; opening it again returns the user to get another.
  expect(await fillIn(url)).toContain('onboarding=again')
  await fillIn((await setUp()).url)
  await api.runJobs()
  expect(await look(owner)).toMatchObject({
    status: 'READY_FOR_PAYOUTS',
    details: {
      missing: [],
      bank: { name: 'STRIPE TEST BANK', last4: '6789' },
      schedule: 'WEEKLY',
      max_payout_cents: 500_000,
    },
  })
  expect((await setUp({ max_payout_cents: null })).account.details).toMatchObject({
    schedule: 'WEEKLY',
    max_payout_cents: null,
  })
  const [made, ...more] = await stripeAccounts()
  expect(more).toEqual([])
  expect(made?.settings?.payouts?.schedule.interval).toBe('manual')
})

test('shows an admin only the status and lets only super admins set the account up', async () => {
  await aLotAccount(api, lot.lot_id, owner)
  const admin = await aMember(api, lot.lot_id, 'ADMIN')
  const platform = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
  expect(await look(admin)).toEqual({ status: 'READY_FOR_PAYOUTS', details: null })
  expect((await look(platform)).details?.bank?.last4).toBe('6789')
  for (const role of ['MEMBER', 'PATROLLER'] as const) {
    const who = await aMember(api, lot.lot_id, role)
    const at = { params: { lot_id: lot.lot_id }, query: {} }
    expect(await api.refusal(getLotAccountRoute, at, who.token)).toMatchObject({
      status: 403,
      code: 'forbidden',
    })
  }
  for (const who of [admin, platform, await aPerson(api)]) {
    expect(await api.refusal(setUpLotAccountRoute, order(), who.token)).toMatchObject({
      status: 403,
      code: 'forbidden',
    })
  }
  // A platform admin who is also an admin of the lot sees more than an admin.
  const both = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
  await rows(`insert into memberships (lot_id, user_id, role, status) values ($1, $2, 'ADMIN', 'ACTIVE')`, [
    lot.lot_id,
    both.user_id,
  ])
  expect((await look(both)).details).not.toBeNull()
  expect(await api.refusal(setUpLotAccountRoute, order(), both.token)).toMatchObject({ code: 'forbidden' })
})

test('requires a sign-in within 15 minutes with recent_sign_in_required', async () => {
  api.ports.advance({ minutes: 15 })
  await setUp()
  api.ports.advance({ seconds: 1 })
  expect(await api.refusal(setUpLotAccountRoute, order({ schedule: 'PAUSED' }), owner.token)).toMatchObject({
    status: 403,
    code: 'recent_sign_in_required',
  })
  expect((await look(owner)).details?.schedule).toBe('DAILY')
  expect((await look(owner)).status).toBe('MISSING_STRIPE_INFORMATION')
})

test('rejects invalid settings with 400 on their field', async () => {
  for (const [field, value] of [
    ['schedule', 'HOURLY'],
    ['max_payout_cents', 0],
    ['max_payout_cents', '100'],
    ['return_path', 'https://evil.example'],
  ] as const) {
    expect(await api.refusal(setUpLotAccountRoute, order({ [field]: value }), owner.token)).toMatchObject({
      status: 400,
      field,
    })
  }
  expect(await api.refusal(setUpLotAccountRoute, order({ currency: 'EUR' }), owner.token)).toMatchObject({
    status: 400,
  })
})

test('creates one account for concurrent requests and after a lost answer', async () => {
  api.standIn.faults.add({ call: 'POST /v1/accounts', fault: 'reset_after_success', times: 1 })
  const answers = await Promise.allSettled(Array.from({ length: 6 }, () => setUp()))
  expect(answers.some(({ status }) => status === 'fulfilled')).toBe(true)
  await setUp()
  expect(await stripeAccounts()).toHaveLength(1)
  expect(await rows('select id from payout_accounts where lot_id = $1', [lot.lot_id])).toHaveLength(1)
})

test('keeps the settings when the provider does not respond and continues on the next try', async () => {
  api.standIn.faults.add({ call: 'POST /v1/accounts', fault: 'error_500', rate: 1 })
  expect(await api.refusal(setUpLotAccountRoute, order({ schedule: 'MONTHLY' }), owner.token)).toMatchObject({
    status: 503,
    code: 'provider_unavailable',
  })
  expect(await look(owner)).toMatchObject({
    status: 'MISSING_STRIPE_ACCOUNT',
    details: { schedule: 'MONTHLY' },
  })
  api.standIn.faults.clear()
  expect((await setUp()).account.status).toBe('MISSING_STRIPE_INFORMATION')
})

test('notifies all super admins once about each change of the bank account', async () => {
  const second = await aMember(api, lot.lot_id, 'SUPER_ADMIN')
  const admin = await aMember(api, lot.lot_id, 'ADMIN')
  await aLotAccount(api, lot.lot_id, owner)
  await look(owner, true)
  for (const who of [owner, second]) {
    expect(await notices(who)).toEqual([
      {
        kind: 'PAYOUT_ACCOUNT_CHANGED',
        title: 'Payouts go to a new bank account',
        text: expect.stringContaining(
          'Earnings of Wells Street Lot are now paid to STRIPE TEST BANK, account ending in 6789',
        ),
      },
    ])
    const letters = await rows<{ subject: string }>(
      'select subject, state from emails where to_address = $1',
      [who.email],
    )
    expect(letters).toEqual([{ subject: 'The payout account of Wells Street Lot changed', state: 'SENT' }])
  }
  expect(await notices(admin)).toEqual([])

  const { stripe } = api.deps
  const [account] = await stripeAccounts()
  const id = account?.id ?? ''
  const [bank] = (await stripe.accounts.listExternalAccounts(id)).data
  await stripe.accounts.deleteExternalAccount(id, bank?.id ?? '')
  const other = {
    object: 'bank_account' as const,
    country: 'US',
    currency: 'usd',
    account_number: '000111111113',
  }
  await stripe.accounts.createExternalAccount(id, { external_account: other })
  await api.runJobs()
  expect(await notices(second)).toHaveLength(2)
  expect((await look(owner)).details?.bank?.last4).toBe('1113')
})

test('notifies about an account that the provider disconnected and lets the owner set up a new one', async () => {
  await aLotAccount(api, lot.lot_id, owner)
  const [first] = await stripeAccounts()
  await api.deps.stripe.accounts.del(first?.id ?? '')
  await api.runJobs()
  expect(await look(owner)).toMatchObject({
    status: 'MISSING_STRIPE_ACCOUNT',
    details: { bank: null, missing: [] },
  })
  expect((await notices(owner)).map(({ title }) => title)).toEqual([
    'Payouts go to a new bank account',
    'Payouts are paused',
  ])
  await aLotAccount(api, lot.lot_id, owner)
  expect(await look(owner)).toMatchObject({ status: 'READY_FOR_PAYOUTS' })
  const [second] = await rows<{ id: string }>(
    'select stripe_account_id as id from payout_accounts where lot_id = $1',
    [lot.lot_id],
  )
  expect(second?.id).not.toBe(first?.id)
})

test('shows the provider’s current state on return from its page, before any webhook', async () => {
  const { url } = await setUp()
  await fillIn(url)
  expect((await look(owner)).status).toBe('MISSING_STRIPE_INFORMATION')
  expect((await look(owner, true)).status).toBe('READY_FOR_PAYOUTS')
})

test('audits who set up or changed the account', async () => {
  await setUp({ schedule: 'WEEKLY' })
  await setUp({ max_payout_cents: 100 })
  expect(
    await rows(
      'select action, actor_role, actor_user_id, details from audit_log where lot_id = $1 order by at, id',
      [lot.lot_id],
    ),
  ).toEqual([
    {
      action: 'payout_account.create',
      actor_role: 'super_admin',
      actor_user_id: owner.user_id,
      details: { schedule: 'WEEKLY' },
    },
    {
      action: 'payout_account.change',
      actor_role: 'super_admin',
      actor_user_id: owner.user_id,
      details: { max_payout_cents: 100, before: { schedule: 'WEEKLY', max_payout_cents: null } },
    },
  ])
})

test('audits the settings that a concurrent change had just made as those before', async () => {
  await setUp({ max_payout_cents: 100 })
  const { pool } = api.deps.database
  const other = await pool.connect()
  await other.query('begin')
  await other.query('update payout_accounts set max_payout_cents = 200 where lot_id = $1', [lot.lot_id])
  const change = setUp({ max_payout_cents: 300 })
  await untilWaiting(pool, 1)
  await other.query('commit')
  other.release()
  await change
  expect(
    await rows(
      `select details -> 'before' ->> 'max_payout_cents' as before from audit_log where lot_id = $1 and action = 'payout_account.change'`,
      [lot.lot_id],
    ),
  ).toEqual([{ before: '200' }])
})

test('gives a host an account of their own and rejects others with 409 not_a_host', async () => {
  const nobody = await aPerson(api)
  expect(await api.call(getMyAccountRoute, { query: {} }, nobody.token)).toMatchObject({
    is_host: false,
    status: 'MISSING_STRIPE_ACCOUNT',
  })
  const mine = { body: { return_path: '/me/earnings' } }
  expect(await api.refusal(setUpMyAccountRoute, mine, nobody.token)).toMatchObject({
    status: 409,
    code: 'not_a_host',
  })

  const host = await aHost(api, lot)
  expect(await api.call(getMyAccountRoute, { query: {} }, host.token)).toMatchObject({
    is_host: true,
    status: 'MISSING_STRIPE_ACCOUNT',
  })
  await aHostAccount(api, host)
  expect(await api.call(getMyAccountRoute, { query: {} }, host.token)).toMatchObject({
    status: 'READY_FOR_PAYOUTS',
    details: { bank: { last4: '6789' }, currency: 'USD' },
  })
  expect((await notices(host)).map(({ kind }) => kind)).toEqual(['PAYOUT_ACCOUNT_CHANGED'])
  api.ports.advance({ minutes: 16 })
  expect(await api.refusal(setUpMyAccountRoute, mine, host.token)).toMatchObject({
    code: 'recent_sign_in_required',
  })
  expect((await look(owner)).status).toBe('MISSING_STRIPE_ACCOUNT')
})
