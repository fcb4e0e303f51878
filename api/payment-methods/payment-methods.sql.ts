import type { PaymentMethod } from '@openspot/contract/payment-methods.ts'
import type { Db } from '@openspot/db/database.ts'
import type { PaymentMethods } from '@openspot/db/types.ts'
import type { Insertable } from 'kysely'

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

export async function insertCustomer(
  db: Db,
  user_id: string,
  stripe_customer_id: string,
  now: string,
): Promise<void> {
  await db
    .insertInto('payment_customers')
    .values({ user_id, stripe_customer_id, created_at: now })
    .onConflict((on) => on.column('user_id').doNothing())
    .execute()
}

/** Keeps a saved payment method; the first is the default. Keeping the same twice finds it. */
export async function insertPaymentMethod(
  db: Db,
  method: Omit<Insertable<PaymentMethods>, 'is_default'>,
): Promise<PaymentMethod> {
  return db.transaction().execute(async (tx) => {
    // One person's methods are changed one after another, so that exactly one is the default.
    await tx.selectFrom('users').select('id').where('id', '=', method.user_id).forUpdate().execute()
    const existing = await tx
      .selectFrom('payment_methods')
      .select(columns)
      .where('stripe_payment_method_id', '=', method.stripe_payment_method_id)
      .where('user_id', '=', method.user_id)
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
    return tx
      .updateTable('payment_methods')
      .set({ is_default: true })
      .where('id', '=', payment_method_id)
      .returning(columns)
      .executeTakeFirstOrThrow()
  })
}

/** Takes a payment method away unless an attempt to pay with it is under way; answers the provider's id of it. */
export async function deletePaymentMethod(
  db: Db,
  user_id: string,
  payment_method_id: string,
  now: string,
): Promise<string | undefined> {
  return db.transaction().execute(async (tx) => {
    await tx.selectFrom('users').select('id').where('id', '=', user_id).forUpdate().execute()
    const gone = await tx
      .updateTable('payment_methods')
      .set({ deleted_at: now, is_default: false })
      .where('id', '=', payment_method_id)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('payments')
              .select('id')
              .where('payment_method_id', '=', payment_method_id)
              .where('status', 'in', ['CREATED', 'REQUIRES_ACTION', 'PROCESSING']),
          ),
        ),
      )
      .returning('stripe_payment_method_id')
      .executeTakeFirst()
    if (!gone) return undefined
    const [next] = await listPaymentMethods(tx, user_id)
    if (next && !next.is_default) {
      await tx.updateTable('payment_methods').set({ is_default: true }).where('id', '=', next.id).execute()
    }
    return gone.stripe_payment_method_id
  })
}
