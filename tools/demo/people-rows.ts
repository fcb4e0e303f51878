import { createHash } from 'node:crypto'
import { hashPassword } from '@openspot/api/identity/auth/passwords.ts'
import type { DB } from '@openspot/db/types.ts'
import { accounts } from '@openspot/server/demo-accounts.ts'
import type { Insertable } from 'kysely'
import { type People, type Person, personCalled } from './people.ts'

/** A person's rows: identity, credentials, vehicles, and payment methods. */
export async function peopleRows(
  people: People,
  { joined_at, today_at, password_cost }: { joined_at: string; today_at: string; password_cost: number },
) {
  const passwords = await Promise.all(
    accounts.map(async ({ email, password }) => ({
      user_id: personCalled(people, email.replace(/@.*/, '')).id,
      password_hash: await hashPassword(password, password_cost),
      changed_at: joined_at,
    })),
  )
  const paying = people.all.filter((person) => person.card !== null && person.account_status !== 'DELETED')
  const payment_customers: Insertable<DB['payment_customers']>[] = paying
    // Those who can sign in get a customer from the provider when they add a card.
    .filter((person) => !person.can_sign_in)
    .map((person) => ({
      user_id: person.id,
      stripe_customer_id: `cus_demo_${tail(person.id)}`,
      created_at: joined_at,
    }))
  return {
    users: people.all.map((person) => userRow(person, joined_at)),
    password_credentials: passwords satisfies Insertable<DB['password_credentials']>[],
    sessions: people.all.map(({ id }) => sessionRow(id, joined_at, today_at)),
    cars: people.all.flatMap(({ id, cars }): Insertable<DB['cars']>[] =>
      cars.map((car) => ({ ...car, user_id: id, created_at: joined_at })),
    ),
    payment_customers,
    payment_methods: paying.map((person) => cardRow(person, joined_at, today_at)),
  }
}

/**
 * Returns the session in which a person's past actions happened: every payment names a session of its payer. Nobody has
 * its token.
 */
export const sessionOf = (user_id: string): string =>
  createHash('sha256')
    .update(`session ${user_id}`)
    .digest('hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-8$3-8$4-$5')

const sessionRow = (user_id: string, joined_at: string, today_at: string): Insertable<DB['sessions']> => ({
  id: sessionOf(user_id),
  user_id,
  token_hash: createHash('sha256').update(`no token ${user_id}`).digest(),
  signed_in_at: joined_at,
  last_seen_at: joined_at,
  expires_at: new Date(Date.parse(today_at) + 86_400_000).toISOString(),
})

/** Returns the end of an ID, as a part of the provider's IDs. */
export const tail = (id: string): string => id.replaceAll('-', '').slice(-20)

function userRow(person: Person, joined_at: string): Insertable<DB['users']> {
  const { id, email, phone, first_name, last_name, account_status, source, roles } = person
  return {
    id,
    email,
    phone,
    first_name,
    last_name,
    account_status,
    source,
    roles,
    email_verified_at: account_status === 'ACTIVE' ? joined_at : null,
    created_at: joined_at,
  }
}

function cardRow(
  { id, card, can_sign_in }: Person,
  joined_at: string,
  today_at: string,
): Insertable<DB['payment_methods']> {
  return {
    id: card?.id,
    user_id: id,
    kind: 'STRIPE',
    instrument: card?.instrument ?? 'CARD',
    stripe_payment_method_id: `pm_demo_${tail(id)}`,
    brand: card?.brand ?? 'visa',
    last4: card?.last4 ?? '4242',
    exp_month: card?.instrument === 'CARD' ? 9 : null,
    exp_year: card?.instrument === 'CARD' ? 2031 : null,
    is_default: !can_sign_in,
    created_at: joined_at,
    deleted_at: can_sign_in ? today_at : null,
  }
}
