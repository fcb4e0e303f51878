import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  getLotAccountRoute,
  getMyAccountRoute,
  type PayoutAccount,
  setUpLotAccountRoute,
  setUpMyAccountRoute,
} from '@openspot/contract/money/accounts.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../../errors.ts'
import { requireAccount, requireRecentSignIn } from '../../identity/sessions/sessions.ts'
import { makeChange } from '../../make-change.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import { isUnsettled } from '../../stripe.ts'
import {
  type AccountChange,
  type AccountRow,
  findAccount,
  findHome,
  lockAccount,
  onboardingStatus,
  type Payee,
  updateAccount,
} from './accounts.sql.ts'
import { missingInWords } from './missing.rules.ts'
import { readAccount } from './read-account.ts'
import { makeStripeAccount, pageOfProvider } from './set-up.ts'

export const accountRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...getLotAccountRoute,
    handler: async (request) => {
      const account = await find(app, { lot_id: lotOf(request) }, request.query.refresh ?? false)
      return request.granted === 'admin' ? { ...account, details: null } : account
    },
  })

  app.route({
    ...setUpLotAccountRoute,
    handler: (request) => setUp(app, request, { lot_id: lotOf(request) }, request.body),
  })

  app.route({
    ...getMyAccountRoute,
    handler: async (request) => {
      const payee = { user_id: callerOf(request).user_id }
      const account = await find(app, payee, request.query.refresh ?? false)
      return { ...account, is_host: (await findHome(app.db, payee)) !== undefined }
    },
  })

  app.route({
    ...setUpMyAccountRoute,
    handler: (request) => setUp(app, request, { user_id: callerOf(request).user_id }, request.body),
  })
}

async function find(app: FastifyInstance, payee: Payee, isFresh: boolean): Promise<PayoutAccount> {
  let account = await findAccount(app.db, payee)
  if (isFresh && account?.stripe_account_id) {
    await askAfter(app, account.stripe_account_id)
    account = await findAccount(app.db, payee)
  }
  return toAccount(account, account ?? (await findHome(app.db, payee)))
}

/** Our data may be slightly old, so return it even if the provider does not answer. */
const askAfter = (app: FastifyInstance, stripe_account_id: string) =>
  readAccount(app, stripe_account_id).catch((error: unknown) => {
    if (!isUnsettled(error)) throw error
  })

async function setUp(
  app: FastifyInstance,
  request: FastifyRequest,
  payee: Payee,
  { return_path, ...change }: AccountChange & { return_path: string },
): Promise<{ url: string; account: PayoutAccount }> {
  if ('user_id' in payee) await requireAccount(app, payee.user_id)
  await requireRecentSignIn(app, callerOf(request).session_id)
  const home = await findHome(app.db, payee)
  if (!home) return refuse('not_a_host')
  // Commit before calling the provider, so that a retry continues from this row after any failure.
  const kept = await makeChange(app, request, {
    lock: (tx) => lockAccount(tx, payee, home, app.ports.now()),
    write: (tx, { account }) => updateAccount(tx, account.id, change, app.ports.now()),
    audit: (_, { account: { id, schedule, max_payout_cents }, isNew }) => ({
      action: isNew ? 'payout_account.create' : 'payout_account.change',
      subject_kind: 'payout_account',
      subject_id: id,
      details: { ...change, ...(isNew ? {} : { before: { schedule, max_payout_cents } }) },
    }),
    announces: [],
    view: (account) => account,
  })
  const stripe_account_id = await makeStripeAccount(app, kept, home)
  if (kept.stripe_account_id === null) await askAfter(app, stripe_account_id)
  const url = await pageOfProvider(app, kept, stripe_account_id, return_path)
  const account = await findAccount(app.db, payee)
  return { url, account: toAccount(account, home) }
}

function toAccount(
  account: AccountRow | undefined,
  home: { currency: string; country: string } | undefined,
): PayoutAccount {
  const { bank_name: name, bank_last4: last4 } = account ?? { bank_name: null, bank_last4: null }
  return {
    status: onboardingStatus(account),
    details: {
      missing: account?.stripe_account_id ? missingInWords(account.requirements) : [],
      bank: name !== null && last4 !== null ? { name, last4 } : null,
      currency: account?.currency ?? home?.currency ?? 'USD',
      country: account?.country ?? home?.country ?? 'US',
      schedule: account?.schedule ?? 'DAILY',
      max_payout_cents: account?.max_payout_cents ?? null,
      changed_at: account?.changed_at ?? null,
    },
  }
}
