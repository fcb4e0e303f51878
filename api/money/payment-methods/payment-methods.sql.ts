import type { PaymentMethod } from '@openspot/contract/money/payment-methods.ts'
import { type Db, type Queryable, queryPrepared } from '@openspot/db/database.ts'
import { orNull, statement, text } from '@openspot/db/rows.ts'
import type { PaymentMethods } from '@openspot/db/types.ts'
import type { Insertable } from 'kysely'
import { refuse } from '../../errors.ts'

const columns = [
  'id',
  'kind',
  'instrument',
  'brand',
  'last4',
  'exp_month',
  'exp_year',
  'billing_name',
  'is_default',
] as const

const methodsOfUser = statement(
  'list_payment_methods',
  {
    id: 'uuid',
    kind: 'payment_methods.kind',
    instrument: 'payment_methods.instrument?',
    brand: 'text',
    last4: 'text?',
    exp_month: 'smallint?',
    exp_year: 'smallint?',
    billing_name: 'text?',
    is_default: 'boolean',
    last_result: orNull(text<'PAID' | 'DECLINED'>()),
  },
  `select m.id, m.kind, m.instrument, m.brand, m.last4, m.exp_month, m.exp_year, m.billing_name, m.is_default,
       case latest.status when 'SUCCEEDED' then 'PAID' when 'FAILED' then 'DECLINED' end as last_result
     from payment_methods m left join lateral (
       select p.status, p.created_at from payments p
       where p.payment_method_id = m.id and p.status in ('SUCCEEDED', 'FAILED')
       order by p.created_at desc limit 1) latest on true
     where m.user_id = $1 and m.deleted_at is null and m.is_saved
     order by case when latest.status = 'SUCCEEDED' then latest.created_at end desc nulls last, m.is_default desc, m.created_at desc, m.id desc`,
)

/** Returns the saved payment methods of a user: those that paid last first, and then the default. */
export function listPaymentMethods(db: Queryable, user_id: string): Promise<PaymentMethod[]> {
  return queryPrepared(db, methodsOfUser, [user_id])
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
      .select('id')
      .where('user_id', '=', method.user_id)
      .where('kind', '=', method.kind ?? 'STRIPE')
      .where('stripe_payment_method_id', 'is not distinct from', method.stripe_payment_method_id ?? null)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    const saved = await listPaymentMethods(tx, method.user_id)
    const same = saved.find(({ id }) => id === existing?.id)
    if (same) return same
    const inserted = await tx
      .insertInto('payment_methods')
      .values({ ...method, is_default: saved.length === 0 })
      .returning(columns)
      .executeTakeFirstOrThrow()
    return { ...inserted, last_result: null }
  })
}

/**
 * Stores a card that its payer entered while paying. It is not among the saved ones. Storing it again returns the existing row; the card
 * of another person is refused.
 */
export async function insertEnteredCard(
  db: Db,
  card: Omit<Insertable<PaymentMethods>, 'is_default' | 'is_saved'> & { stripe_payment_method_id: string },
): Promise<PaymentMethod> {
  const inserted = await db
    .insertInto('payment_methods')
    .values({ ...card, is_saved: false })
    .onConflict((on) => on.column('stripe_payment_method_id').where('deleted_at', 'is', null).doNothing())
    .returning(columns)
    .executeTakeFirst()
  const row =
    inserted ??
    (await db
      .selectFrom('payment_methods')
      .select(columns)
      .where('stripe_payment_method_id', '=', card.stripe_payment_method_id)
      .where('user_id', '=', card.user_id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst())
  return row ? { ...row, last_result: null } : refuse('payment_method_not_usable')
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
    await tx
      .updateTable('payment_methods')
      .set({ is_default: true })
      .where('id', '=', payment_method_id)
      .where('user_id', '=', user_id)
      .where('is_saved', '=', true)
      .execute()
    const saved = await listPaymentMethods(tx, user_id)
    return saved.find(({ id }) => id === payment_method_id) ?? refuse('not_found')
  })
}

/** Returns the provider's ID of a saved card or bank account, null for earnings. Throws `not_found` if it is not theirs. */
export async function findProviderMethod(
  db: Db,
  user_id: string,
  payment_method_id: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('payment_methods')
    .select('stripe_payment_method_id')
    .where('id', '=', payment_method_id)
    .where('user_id', '=', user_id)
    .where('is_saved', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row ? row.stripe_payment_method_id : refuse('not_found')
}

/** Sets the billing name of a payment method. */
export async function setBillingName(
  db: Db,
  user_id: string,
  payment_method_id: string,
  billing_name: string,
): Promise<void> {
  await db
    .updateTable('payment_methods')
    .set({ billing_name })
    .where('id', '=', payment_method_id)
    .where('user_id', '=', user_id)
    .where('deleted_at', 'is', null)
    .execute()
}

/** Returns one of the saved payment methods of a user. Throws `not_found` if it is not theirs. */
export async function findSavedMethod(
  db: Queryable,
  user_id: string,
  payment_method_id: string,
): Promise<PaymentMethod> {
  const saved = await listPaymentMethods(db, user_id)
  return saved.find(({ id }) => id === payment_method_id) ?? refuse('not_found')
}

/** Why a payment method can't be removed. */
type Needed = 'payment_under_way' | 'unpaid_invoice' | 'monthly_reservation' | 'lot_plan'

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
        union all select case s.kind when 'LOT_PLAN' then 'lot_plan' else 'monthly_reservation' end, s.reservation_id from consents c
          join subscriptions s on s.id = c.subscription_id and s.lot_id = c.lot_id
          where c.payment_method_id = $1 and c.ended_at is null and s.ended_at is null
        union all select 'unpaid_invoice', i.reservation_id from invoices i
          where i.user_id = $2 and i.status = 'FAILED' and i.kind not in ('CORRECTION', 'PLAN')
            and not exists (select from payment_methods m
              where m.user_id = $2 and m.id <> $1 and m.deleted_at is null and m.is_saved)
      ) needs limit 1`,
)

/**
 * Removes a payment method. It can't be removed while a payment with it is in progress or a monthly reservation is
 * or a lot's plan is charged to it, and the last one not while an invoice is unpaid. Bills and plans do not count, because
 * their payer never agreed to them. Locks the user.
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
