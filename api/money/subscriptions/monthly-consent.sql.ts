import { MAX_CONSENTED_PERCENT } from '@openspot/core/billing/monthly-consent.ts'
import { type Db, queryPrepared, type Tx } from '@openspot/db/database.ts'
import { json, orNull, statement } from '@openspot/db/rows.ts'
import { sql } from 'kysely'
import type { SubscriptionRow } from './subscriptions.sql.ts'

export interface MonthlyConsent {
  agreed_cents: number
  max_cents: number
  payment_method: { id: string; brand: string | null; last4: string | null } | null
}

const consentRows = statement(
  'find_consent',
  {
    agreed_cents: 'integer!',
    max_cents: 'integer!',
    payment_method: orNull(json<NonNullable<MonthlyConsent['payment_method']>>()),
  },
  `select c.agreed_cents, c.max_cents, case when m.deleted_at is null then
      jsonb_build_object('id', m.id, 'brand', m.brand, 'last4', m.last4) end as payment_method
    from consents c join payment_methods m on m.id = c.payment_method_id
    where c.subscription_id = $1 and c.lot_id = $2 and c.purpose = 'MONTHLY_CHARGES' and c.ended_at is null`,
)

/**
 * Returns the driver's consent in effect for the charges of a monthly reservation, or null. Amounts are in minor units
 * and include the service fee.
 */
export async function findConsent(
  db: Db,
  of: Pick<SubscriptionRow, 'id' | 'lot_id'>,
): Promise<MonthlyConsent | null> {
  const rows = await queryPrepared(db, consentRows, [of.id, of.lot_id])
  return rows[0] ?? null
}

/** Saves that the driver accepted a planned price. Must run in the transaction that locked the subscription. */
export async function recordAcceptance(tx: Tx, now: Date, change_id: string, lot_id: string): Promise<void> {
  await tx
    .updateTable('subscription_changes')
    .set({ accepted_at: now.toISOString() })
    .where('id', '=', change_id)
    .where('lot_id', '=', lot_id)
    .execute()
}

export async function hasMethod(db: Db, user_id: string, payment_method_id: string): Promise<boolean> {
  const method = await db
    .selectFrom('payment_methods')
    .select('id')
    .where('id', '=', payment_method_id)
    .where('user_id', '=', user_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return method !== undefined
}

/** Returns whether a payment method is a card or a bank account of this person. */
export async function hasCardOrBank(db: Db, user_id: string, payment_method_id: string): Promise<boolean> {
  const method = await db
    .selectFrom('payment_methods')
    .select('id')
    .where('id', '=', payment_method_id)
    .where('user_id', '=', user_id)
    .where('kind', '=', 'STRIPE')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return method !== undefined
}

/**
 * Inserts the consent to later months, in minor units with the service fee, and ends the previous one. The database
 * verifies the session and the payment method (OS021). Locks the subscription. Must run in a transaction.
 */
export async function insertConsent(
  tx: Tx,
  now: Date,
  of: Pick<SubscriptionRow, 'id' | 'lot_id'>,
  given: {
    payment_method_id: string
    agreed_cents: number
    given_by: 'PRICE' | 'METHOD'
    session_id: string
  },
): Promise<void> {
  await sql`select consent_to_months(${now.toISOString()}, ${of.lot_id}::uuid, ${of.id}::uuid, ${given.payment_method_id}::uuid,
    ${given.agreed_cents}, ${given.given_by}, ${given.session_id}::uuid, ${MAX_CONSENTED_PERCENT})`.execute(
    tx,
  )
}
