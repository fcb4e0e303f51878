import type { PayoutOnboardingStatus, PayoutSchedule } from '@openspot/core/enums.ts'
import { type Db, query, queryPrepared, type Tx } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import { sql } from 'kysely'
import type pg from 'pg'

/** The owner of a payout account: a lot or a person. */
export type Payee = { lot_id: string } | { user_id: string }

export interface AccountRow {
  id: string
  lot_id: string | null
  user_id: string | null
  stripe_account_id: string | null
  accounts_lost: number
  currency: string
  country: string
  details_submitted: boolean
  payouts_enabled: boolean
  requirements: string[]
  stripe_bank_id: string | null
  bank_name: string | null
  bank_last4: string | null
  schedule: PayoutSchedule
  max_payout_cents: number | null
  changed_at: string
}

const select = (db: Db) =>
  db
    .selectFrom('payout_accounts')
    .select(['id', 'lot_id', 'user_id', 'stripe_account_id', 'accounts_lost', 'currency', 'country'])
    .select(['details_submitted', 'payouts_enabled', 'stripe_bank_id', 'bank_name', 'bank_last4'])
    .select(['max_payout_cents', 'changed_at'])
    .select(sql<string[]>`requirements`.as('requirements'))
    // A check constraint allows the same values as the enum.
    .select(sql<PayoutSchedule>`schedule`.as('schedule'))

export async function findAccount(db: Db, payee: Payee): Promise<AccountRow | undefined> {
  return 'lot_id' in payee
    ? select(db).where('lot_id', '=', payee.lot_id).executeTakeFirst()
    : select(db).where('user_id', '=', payee.user_id).executeTakeFirst()
}

/** Returns the account with this provider id and locks it until the transaction ends. */
export async function lockAccountOf(tx: Tx, stripe_account_id: string): Promise<AccountRow | undefined> {
  return select(tx).where('stripe_account_id', '=', stripe_account_id).forUpdate().executeTakeFirst()
}

const homeRows = statement(
  'find_home',
  { currency: 'text', country: 'text', name: 'text' },
  `select l.currency, l.country, l.name from lots l join (
      select lot_id, sum(cents) as cents from (
        select e.lot_id, e.amount_cents as cents from earnings e where e.user_id = $1 and e.payee_kind = 'HOST'
        union all select s.lot_id, 0 from spots s where s.assigned_user_id = $1 and s.deleted_at is null
      ) each group by lot_id
    ) home on home.lot_id = l.id order by home.cents desc, l.id limit 1`,
)

/**
 * Returns the currency and country in which a payee is paid: the lot's, or for a host those of the lot that owes them
 * most.
 */
export async function findHome(
  db: Db,
  payee: Payee,
): Promise<{ currency: string; country: string; name: string } | undefined> {
  if ('lot_id' in payee) {
    return db
      .selectFrom('lots')
      .select(['currency', 'country', 'name'])
      .where('id', '=', payee.lot_id)
      .executeTakeFirst()
  }
  const rows = await queryPrepared(db, homeRows, [payee.user_id])
  return rows[0]
}

export interface AccountChange {
  schedule?: PayoutSchedule
  max_payout_cents?: number | null
}

/** Creates the account row of a payee if there is none, and locks it. Returns it, and whether it is new. */
export async function lockAccount(
  tx: Tx,
  payee: Payee,
  home: { currency: string; country: string },
  now: Date,
): Promise<{ account: AccountRow; isNew: boolean }> {
  const at = now.toISOString()
  const created = await tx
    .insertInto('payout_accounts')
    .values({
      ...('lot_id' in payee ? { lot_id: payee.lot_id } : { user_id: payee.user_id }),
      currency: home.currency,
      country: home.country,
      created_at: at,
      changed_at: at,
    })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  const account = await select(tx)
    .where(({ eb }) =>
      'lot_id' in payee ? eb('lot_id', '=', payee.lot_id) : eb('user_id', '=', payee.user_id),
    )
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return { account, isNew: created !== undefined }
}

/** Updates the payee's settings in their account row. Returns the row. */
export async function updateAccount(
  tx: Tx,
  account_id: string,
  change: AccountChange,
  now: Date,
): Promise<AccountRow> {
  await tx
    .updateTable('payout_accounts')
    .set({ ...change, changed_at: now.toISOString() })
    .where('id', '=', account_id)
    .execute()
  return select(tx).where('id', '=', account_id).executeTakeFirstOrThrow()
}

/** Saves the provider's id unless a concurrent request was faster, whose id then counts. */
export async function saveStripeAccount(
  db: Db,
  account_id: string,
  stripe_account_id: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable('payout_accounts')
    .set({ stripe_account_id, changed_at: now.toISOString() })
    .where('id', '=', account_id)
    .where('stripe_account_id', 'is', null)
    .execute()
}

export interface ProviderFacts {
  details_submitted: boolean
  payouts_enabled: boolean
  requirements: string[]
  stripe_bank_id: string | null
  bank_name: string | null
  bank_last4: string | null
}

export async function saveAccountFacts(
  tx: Tx,
  account_id: string,
  facts: ProviderFacts,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('payout_accounts')
    .set({ ...facts, requirements: JSON.stringify(facts.requirements), changed_at: now.toISOString() })
    .where('id', '=', account_id)
    .execute()
}

/** Records that the account is no longer connected to us. The next one will be a new account. */
export async function recordLostAccount(tx: Tx, account_id: string, now: Date): Promise<void> {
  await tx
    .updateTable('payout_accounts')
    .set((eb) => ({
      stripe_account_id: null,
      accounts_lost: eb('accounts_lost', '+', 1),
      details_submitted: false,
      payouts_enabled: false,
      requirements: '[]',
      stripe_bank_id: null,
      bank_name: null,
      bank_last4: null,
      changed_at: now.toISOString(),
    }))
    .where('id', '=', account_id)
    .execute()
}

export function onboardingStatus(account: AccountRow | undefined): PayoutOnboardingStatus {
  if (!account?.stripe_account_id) return 'MISSING_STRIPE_ACCOUNT'
  return account.payouts_enabled ? 'READY_FOR_PAYOUTS' : 'MISSING_STRIPE_INFORMATION'
}

const stripeAccounts = statement(
  'list_stripe_accounts',
  { account: 'text!' },
  'select distinct stripe_account_id as account from payout_accounts where stripe_account_id is not null',
)

/** Returns the provider's ids of all payout accounts. */
export async function listStripeAccounts(pool: pg.Pool): Promise<string[]> {
  const rows = await query(pool, stripeAccounts, [])
  return rows.map(({ account }) => account)
}
