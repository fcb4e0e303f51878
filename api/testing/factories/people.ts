import type { LotRole } from '@openspot/db/types.ts'
import type { AppDeps } from '../../app/app.ts'
import { hashToken } from '../../plugins/session.ts'
import { secretWord } from '../../ports.ts'

/** The dependencies of the helpers: any running product has them. */
type WithDeps = { deps: Pick<AppDeps, 'database' | 'ports' | 'stripe'> }

export interface Person {
  user_id: string
  token: string
  email: string
}

/** Creates a person with a session. */
export async function aPerson(
  api: WithDeps,
  more: { roles?: string[]; first_name?: string } = {},
): Promise<Person> {
  const { ports, database } = api.deps
  const email = `${secretWord(ports, 12).toLowerCase()}@people.example`
  const now = ports.now()
  const { id } = await database.db
    .insertInto('users')
    .values({
      email,
      first_name: more.first_name ?? 'Ada',
      last_name: 'Example',
      account_status: 'ACTIVE',
      source: 'ORGANIC',
      roles: more.roles ?? [],
      email_verified_at: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { user_id: id, token: await anotherSession(api, id), email }
}

/** Creates a new session for a user and returns its token. */
export async function anotherSession(api: WithDeps, user_id: string): Promise<string> {
  const { ports, database } = api.deps
  const token = secretWord(ports, 43)
  const now = ports.now()
  await database.db
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      user_id,
      signed_in_at: now.toISOString(),
      expires_at: new Date(now.getTime() + 30 * 86_400_000).toISOString(),
    })
    .execute()
  return token
}

/** Creates a person with a role in a lot. */
export async function aMember(api: WithDeps, lot_id: string, role: LotRole): Promise<Person> {
  const person = await aPerson(api)
  await api.deps.database.db
    .insertInto('memberships')
    .values({ lot_id, user_id: person.user_id, role, status: 'ACTIVE' })
    .execute()
  return person
}

/** Saves a test card (an id from the provider's documentation, such as pm_card_visa). */
export async function aCard(api: WithDeps, person: Person, test_card = 'pm_card_visa'): Promise<string> {
  const { stripe, database, ports } = api.deps
  const known = await database.db
    .selectFrom('payment_customers')
    .select('stripe_customer_id')
    .where('user_id', '=', person.user_id)
    .executeTakeFirst()
  const customer = known?.stripe_customer_id ?? (await stripe.customers.create({ email: person.email })).id
  const now = ports.now().toISOString()
  await database.db
    .insertInto('payment_customers')
    .values({ user_id: person.user_id, stripe_customer_id: customer, created_at: now })
    .onConflict((on) => on.column('user_id').doNothing())
    .execute()
  const method = await stripe.paymentMethods.attach(test_card, { customer })
  // Cards need no setup; a bank account needs its owner's mandate on the provider's page.
  if (method.us_bank_account) {
    await stripe.setupIntents.create({
      customer,
      payment_method: method.id,
      allowed_payment_method_types: ['us_bank_account'],
      confirm: true,
      mandate_data: { customer_acceptance: { type: 'offline' } },
    })
  }
  const { id } = await database.db
    .insertInto('payment_methods')
    .values({
      user_id: person.user_id,
      instrument: method.us_bank_account ? 'US_BANK_ACCOUNT' : 'CARD',
      stripe_payment_method_id: method.id,
      brand: method.card?.brand ?? 'bank',
      last4: method.card?.last4 ?? method.us_bank_account?.last4 ?? '0000',
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
