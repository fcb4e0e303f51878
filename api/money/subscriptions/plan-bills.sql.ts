import { MAX_CONSENTED_PERCENT } from '@openspot/core/billing/monthly-consent.ts'
import { type Db, queryPrepared, type Tx } from '@openspot/db/database.ts'
import { json, orNull, statement } from '@openspot/db/rows.ts'
import { sql } from 'kysely'
import type { SubscriptionRow } from './subscriptions.sql.ts'

export interface PlanConsent {
  user_id: string
  max_cents: number
  payment_method: { id: string; brand: string | null; last4: string | null } | null
  /** Null if they have no name. */
  payer_name: string | null
}

const planConsent = statement(
  'find_plan_consent',
  {
    user_id: 'uuid',
    max_cents: 'integer!',
    payment_method: orNull(json<NonNullable<PlanConsent['payment_method']>>()),
    payer_name: 'text?',
  },
  `select c.user_id, c.max_cents, case when m.deleted_at is null then
      jsonb_build_object('id', m.id, 'brand', m.brand, 'last4', m.last4) end as payment_method,
      nullif(concat_ws(' ', u.first_name, u.last_name), '') as payer_name
    from consents c join payment_methods m on m.id = c.payment_method_id join users u on u.id = c.user_id
    where c.subscription_id = $1 and c.lot_id = $2 and c.purpose = 'PLAN_CHARGES' and c.ended_at is null and is_owner(c.lot_id, c.user_id)`,
)

/** Returns the consent in effect of an owner to be charged for the plan of their lot, or null. */
export async function findPlanConsent(
  db: Db,
  of: Pick<SubscriptionRow, 'id' | 'lot_id'>,
): Promise<PlanConsent | null> {
  const rows = await queryPrepared(db, planConsent, [of.id, of.lot_id])
  return rows[0] ?? null
}

/**
 * Inserts the consent of an owner to be charged for the plan, in minor units, ends the previous one, and addresses the
 * unpaid bills to them. The database verifies the session and the payment method (OS021). Must run in the transaction that
 * locked the subscription.
 */
export async function insertPlanConsent(
  tx: Tx,
  now: Date,
  subscription_id: string,
  given: { user_id: string; session_id: string; payment_method_id: string; agreed_cents: number },
): Promise<void> {
  const at = now.toISOString()
  await sql`select consent_to_plan(${at}, ${subscription_id}::uuid, ${given.user_id}::uuid, ${given.payment_method_id}::uuid,
    ${given.agreed_cents}, ${given.session_id}::uuid, ${MAX_CONSENTED_PERCENT})`.execute(tx)
  await sql`select take_over_plan_bills(${at}, ${subscription_id}::uuid, ${given.user_id}::uuid)`.execute(tx)
}

const unpaidBills = statement(
  'list_unpaid_plan_bills',
  {
    invoice_id: 'uuid',
    status: 'invoices.status',
    amount_cents: 'integer',
    is_mine: 'boolean',
    is_stopped: 'boolean',
    next_attempt_at: 'timestamptz?',
    pay_until: 'timestamptz?',
  },
  `select i.id as invoice_id, i.status, i.total_cents as amount_cents, i.user_id = $2 as is_mine, i.next_attempt_at, i.grace_ends_at as pay_until,
      i.status = 'FAILED' and i.grace_ends_at is null as is_stopped
    from invoices i join plan_bills b on b.id = i.plan_bill_id and b.lot_id = i.lot_id
    where b.subscription_id = $1 and i.kind = 'PLAN' and i.status in ('PENDING', 'PROCESSING', 'FAILED')
    order by i.created_at, i.id`,
)

/** Returns the invoices of a plan that are not paid, the oldest first, as one of the owners sees them. */
export const listUnpaidPlanBills = (db: Db, subscription_id: string, user_id: string) =>
  queryPrepared(db, unpaidBills, [subscription_id, user_id])

const chargesToMake = statement(
  'list_plan_charges_to_make',
  { payment_id: 'uuid' },
  `select p.id as payment_id from invoices i
      join plan_bills b on b.id = i.plan_bill_id and b.lot_id = i.lot_id
      join payments p on p.invoice_id = i.id and p.lot_id = i.lot_id
    where b.subscription_id = $1 and i.kind = 'PLAN' and i.status in ('PENDING', 'FAILED') and p.status = 'CREATED'
      and p.consent_id is not null and p.stripe_payment_intent_id is null
    order by p.created_at`,
)

/** Returns the payments of a plan that were created under a consent and not sent to the card provider. */
export const listChargesToMake = (db: Db, subscription_id: string) =>
  queryPrepared(db, chargesToMake, [subscription_id])

const planBillToNotify = statement(
  'lock_plan_bill_to_notify',
  {
    lot_id: 'uuid',
    lot_name: 'text',
    time_zone: 'text',
    currency: 'text',
    status: 'invoices.status',
    user_id: 'uuid',
    amount_cents: 'integer',
    next_attempt_at: 'timestamptz?',
    pay_until: 'timestamptz?',
    failure_code: 'text?',
  },
  `select i.lot_id, l.name as lot_name, l.time_zone, i.currency, i.status, i.user_id, i.total_cents as amount_cents, i.next_attempt_at,
      i.grace_ends_at as pay_until, (select p.failure_code from payments p where p.invoice_id = i.id and p.lot_id = i.lot_id
        and p.status = 'FAILED' order by p.created_at desc, p.id desc limit 1) as failure_code
    from invoices i join lots l on l.id = i.lot_id
    where i.id = $1 and i.kind = 'PLAN' for share of i`,
)

/**
 * Returns the invoice of a plan for a notice, and locks it, so that it isn't paid before the notice about it is written.
 * Undefined if there is none.
 */
export async function lockPlanBillToNotify(tx: Tx, invoice_id: string) {
  return (await queryPrepared(tx, planBillToNotify, [invoice_id]))[0]
}
