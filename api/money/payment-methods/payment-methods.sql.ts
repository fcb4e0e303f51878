import type { PaymentMethod } from '@openspot/contract/money/payment-methods.ts'
import { type Db, queryPrepared } from '@openspot/db/database.ts'
import { statement, text } from '@openspot/db/rows.ts'
import type { PaymentMethods } from '@openspot/db/types.ts'
import type { Insertable } from 'kysely'
import { refuse } from '../../errors.ts'

const columns = ['id', 'kind', 'instrument', 'brand', 'last4', 'exp_month', 'exp_year', 'is_default'] as const

export function listPaymentMethods(db: Db, user_id: string): Promise<PaymentMethod[]> {
  return db
    .selectFrom('payment_methods')
    .select(columns)
    .where('user_id', '=', user_id)
    .where('deleted_at', 'is', null)
    .orderBy('is_default', 'desc')
    .orderBy('created_at', 'desc')
    .execute()
}

export async function findCustomer(db: Db, user_id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('payment_customers')
    .select('stripe_customer_id')
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return row?.stripe_customer_id
}

/** Saves the user's customer id at the provider, unless one is saved already. */
export async function insertCustomer(
  db: Db,
  user_id: string,
  stripe_customer_id: string,
  now: Date,
): Promise<void> {
  await db
    .insertInto('payment_customers')
    .values({ user_id, stripe_customer_id, created_at: now.toISOString() })
    .onConflict((on) => on.column('user_id').doNothing())
    .execute()
}

/**
 * Saves a payment method; the first one becomes the default. Saving the same one again returns the existing row. Locks
 * the user.
 */
export async function insertPaymentMethod(
  db: Db,
  method: Omit<Insertable<PaymentMethods>, 'is_default'>,
): Promise<PaymentMethod> {
  return db.transaction().execute(async (tx) => {
    // Lock the user, so that concurrent changes leave exactly one default.
    await tx.selectFrom('users').select('id').where('id', '=', method.user_id).forUpdate().execute()
    const existing = await tx
      .selectFrom('payment_methods')
      .select(columns)
      .where('user_id', '=', method.user_id)
      .where('kind', '=', method.kind ?? 'STRIPE')
      .where('stripe_payment_method_id', 'is not distinct from', method.stripe_payment_method_id ?? null)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (existing) return existing
    const isFirst = (await listPaymentMethods(tx, method.user_id)).length === 0
    return tx
      .insertInto('payment_methods')
      .values({ ...method, is_default: isFirst })
      .returning(columns)
      .executeTakeFirstOrThrow()
  })
}

/** Makes a payment method the user's default. Throws `not_found` if it is not theirs. Locks the user. */
export async function makeDefault(
  db: Db,
  user_id: string,
  payment_method_id: string,
): Promise<PaymentMethod> {
  return db.transaction().execute(async (tx) => {
    await tx.selectFrom('users').select('id').where('id', '=', user_id).forUpdate().execute()
    await tx
      .updateTable('payment_methods')
      .set({ is_default: false })
      .where('user_id', '=', user_id)
      .where('is_default', '=', true)
      .execute()
    const chosen = await tx
      .updateTable('payment_methods')
      .set({ is_default: true })
      .where('id', '=', payment_method_id)
      .where('user_id', '=', user_id)
      .returning(columns)
      .executeTakeFirst()
    return chosen ?? refuse('not_found')
  })
}

/** Why a payment method can't be removed. */
type Needed = 'payment_under_way' | 'unpaid_invoice' | 'monthly_reservation'

export type Removed =
  | { needed: Needed; reservation_id: string | null }
  | { needed: null; stripe_payment_method_id: string | null }

const deletePaymentMethodStatement = statement(
  'delete_payment_method',
  { needed: text<Needed>(), reservation_id: 'uuid?' },
  `select * from (
        select 'payment_under_way' as needed, i.reservation_id from payments p
          join invoices i on i.id = p.invoice_id and i.lot_id = p.lot_id
          where p.payment_method_id = $1 and p.status in ('CREATED', 'REQUIRES_ACTION', 'PROCESSING')
        union all select 'monthly_reservation', s.reservation_id from consents c
          join subscriptions s on s.id = c.subscription_id and s.lot_id = c.lot_id
          where c.payment_method_id = $1 and c.ended_at is null and s.ended_at is null
        union all select 'unpaid_invoice', i.reservation_id from invoices i
          where i.user_id = $2 and i.status = 'FAILED' and i.kind <> 'CORRECTION'
            and not exists (select from payment_methods m
              where m.user_id = $2 and m.id <> $1 and m.deleted_at is null)
      ) needs limit 1`,
)

/**
 * Removes a payment method. It can't be removed while a payment with it is in progress or a monthly reservation is
 * charged to it, and the last one not while an invoice is unpaid. Bills do not count, because their payer never agreed
 * to them. Locks the user.
 */
export async function deletePaymentMethod(
  db: Db,
  user_id: string,
  payment_method_id: string,
  now: Date,
): Promise<Removed> {
  return db.transaction().execute(async (tx) => {
    await tx.selectFrom('users').select('id').where('id', '=', user_id).forUpdate().execute()
    const rows = await queryPrepared(tx, deletePaymentMethodStatement, [payment_method_id, user_id])
    const [need] = rows
    if (need) return need
    const removed = await tx
      .updateTable('payment_methods')
      .set({ deleted_at: now.toISOString(), is_default: false })
      .where('id', '=', payment_method_id)
      .where('user_id', '=', user_id)
      .where('deleted_at', 'is', null)
      .returning('stripe_payment_method_id')
      .executeTakeFirst()
    if (!removed) return refuse('not_found')
    const [next] = await listPaymentMethods(tx, user_id)
    if (next && !next.is_default) {
      await tx.updateTable('payment_methods').set({ is_default: true }).where('id', '=', next.id).execute()
    }
    return { needed: null, ...removed }
  })
}

/** Returns whether the user has ever earned anything, which paying from earnings requires. */
export async function hasEarnings(db: Db, user_id: string): Promise<boolean> {
  const row = await db
    .selectFrom('earnings')
    .select('source_id')
    .where('user_id', '=', user_id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
