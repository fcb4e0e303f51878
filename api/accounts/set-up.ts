import type { FastifyInstance } from 'fastify'
import { askProvider } from '../payments/stripe.ts'
import { type AccountRow, noteStripeAccount, onboardingStatus } from './accounts.sql.ts'

/**
 * Makes the connected account of a row that is already committed, if it has none. The call carries our row's id as its
 * key, so that two at once, or a retry after a lost answer, find the same account.
 */
export async function makeStripeAccount(
  app: FastifyInstance,
  account: AccountRow,
  home: { name: string },
): Promise<string> {
  if (account.stripe_account_id !== null) return account.stripe_account_id
  const made = await askProvider(
    () =>
      app.stripe.accounts.create(
        {
          controller: {
            fees: { payer: 'application' },
            losses: { payments: 'application' },
            requirement_collection: 'stripe',
            stripe_dashboard: { type: 'express' },
          },
          country: account.country,
          default_currency: account.currency.toLowerCase(),
          capabilities: { transfers: { requested: true } },
          ...(account.user_id === null
            ? { business_profile: { name: home.name } }
            : { business_type: 'individual' }),
          // We say when it is paid on to the bank.
          settings: { payouts: { schedule: { interval: 'manual' } } },
          metadata: {
            payout_account_id: account.id,
            ...(account.lot_id === null ? {} : { lot_id: account.lot_id }),
            ...(account.user_id === null ? {} : { user_id: account.user_id }),
          },
        },
        { idempotencyKey: `account:${account.id}:${account.accounts_lost}` },
      ),
    'payout_account_refused',
  )
  await noteStripeAccount(app.db, account.id, made.id, app.ports.now().toISOString())
  return made.id
}

/** The provider's page for it: to give what is missing, or once all is given to look at it and change the bank. */
export async function pageOfProvider(
  app: FastifyInstance,
  account: AccountRow,
  stripe_account_id: string,
  return_path: string,
): Promise<string> {
  const back = (onboarding: string) => {
    const url = new URL(return_path, app.settings.public_url)
    url.searchParams.set('onboarding', onboarding)
    return url.toString()
  }
  const { url } = await askProvider<{ url: string }>(
    () =>
      onboardingStatus(account) === 'READY_FOR_PAYOUTS'
        ? app.stripe.accounts.createLoginLink(stripe_account_id)
        : app.stripe.accountLinks.create({
            account: stripe_account_id,
            type: 'account_onboarding',
            return_url: back('done'),
            refresh_url: back('again'),
          }),
    'payout_account_not_ready',
  )
  return url
}
