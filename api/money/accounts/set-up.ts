import type { FastifyInstance } from 'fastify'
import { callProvider } from '../../stripe.ts'
import { type AccountRow, onboardingStatus, saveStripeAccount } from './accounts.sql.ts'

/**
 * Creates the connected account for a committed row that has none and returns its provider id. The idempotency key is
 * derived from our row's id, so concurrent calls and retries find the same account.
 */
export async function makeStripeAccount(
  app: FastifyInstance,
  account: AccountRow,
  home: { name: string },
): Promise<string> {
  if (account.stripe_account_id !== null) return account.stripe_account_id
  const made = await callProvider(
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
          // We decide when the balance is paid out to the bank.
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
  await saveStripeAccount(app.db, account.id, made.id, app.ports.now())
  return made.id
}

/** Returns the URL of the provider's page: to submit what is missing, or to review everything and change the bank. */
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
  const { url } = await callProvider<{ url: string }>(
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
