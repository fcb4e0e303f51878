import type { PayoutStatus } from '@openspot/core/enums.ts'
import { type Db, query } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type pg from 'pg'

export interface PayoutToSend {
  id: string
  lot_id: string
  status: PayoutStatus
  currency: string
  amount_cents: number
  stripe_account_id: string
  /** The payee's current account, which differs if theirs was lost and a new one was created. */
  present_account_id: string | null
  stripe_payout_id: string | null
  transfer_refusals: number
  bank_attempts: number
  created_at: string
}

const payoutToSend = statement(
  'find_payout_to_send',
  {
    id: 'uuid',
    lot_id: 'uuid',
    status: 'payouts.status',
    currency: 'text',
    amount_cents: 'bigint',
    stripe_account_id: 'text',
    present_account_id: 'text?',
    stripe_payout_id: 'text?',
    transfer_refusals: 'smallint',
    bank_attempts: 'smallint',
    created_at: 'timestamptz',
  },
  `select p.id, p.lot_id, p.status, p.currency, p.amount_cents, p.stripe_account_id, a.stripe_account_id as present_account_id,
       p.stripe_payout_id, p.transfer_refusals, p.bank_attempts, p.created_at
     from payouts p join payout_accounts a on a.id = p.account_id where p.id = $1`,
)

export async function findPayoutToSend(pool: pg.Pool, payout_id: string): Promise<PayoutToSend | undefined> {
  const rows = await query(pool, payoutToSend, [payout_id])
  return rows[0]
}

interface Failure {
  code: string
  message: string
}

/** Marks a pending payout as sent and enters its transfer in the ledger. Safe to repeat. */
export async function recordTransfer(
  pool: pg.Pool,
  now: Date,
  payout_id: string,
  transfer_id: string,
): Promise<void> {
  await pool.query('select record_transfer($1, $2, $3)', [now.toISOString(), payout_id, transfer_id])
}

/** Saves why the provider refused a step for now and counts the attempt, so that the retry is an attempt of its own. */
export async function recordPayoutDelay(
  pool: pg.Pool,
  payout_id: string,
  attempt: number,
  failure: Failure,
): Promise<void> {
  await pool.query('select record_payout_delay($1, $2, $3, $4)', [
    payout_id,
    attempt,
    failure.code,
    failure.message,
  ])
}

/** Deletes a pending payout and restores the earnings in it. Locks the earnings and the payout. */
export async function takeBackPayout(pool: pg.Pool, payout_id: string): Promise<void> {
  await pool.query('select take_back_payout($1)', [payout_id])
}

const recordBankPayoutStatement = statement(
  'record_bank_payout',
  { lot_id: 'uuid?' },
  'select record_bank_payout($1, $2, $3, $4, $5, $6, $7, $8, $9) as lot_id',
)

/**
 * Saves the state of a bank payout. Ignores an attempt that another one has followed. Returns the payout's lot id if
 * the payout changed, otherwise null.
 */
export async function recordBankPayout(
  pool: pg.Pool,
  now: Date,
  note: {
    payout_id: string
    attempt: number
    stripeAccount: string
    stripe_payout_id?: string
    state: 'SENT' | 'PAID' | 'FAILED'
    arrives_at?: string
    failure: Failure | null
  },
): Promise<string | null> {
  const rows = await query(pool, recordBankPayoutStatement, [
    now.toISOString(),
    note.payout_id,
    note.attempt,
    note.stripeAccount,
    note.stripe_payout_id ?? null,
    note.state,
    note.arrives_at ?? null,
    note.failure?.code ?? null,
    note.failure?.message ?? null,
  ])
  return rows[0]?.lot_id ?? null
}

const payableRows = statement(
  'list_payable',
  { account_id: 'uuid', lot_id: 'uuid' },
  `select a.id as account_id, a.lot_id from payout_accounts a join lots l on l.id = a.lot_id and l.trust_level = 'TRUSTED'
       where a.lot_id is not null and a.payouts_enabled and a.schedule <> 'PAUSED' and exists (select from earnings e
         where e.lot_id = a.lot_id and e.payee_kind = 'LOT' and e.amount_cents > e.paid_out_cents and e.due_at <= $1)
     union all
     select a.id, e.lot_id from payout_accounts a join lateral (select distinct e.lot_id from earnings e
         where e.user_id = a.user_id and e.payee_kind = 'HOST' and e.amount_cents > e.paid_out_cents and e.due_at <= $1) e on true
       join lots l on l.id = e.lot_id and l.trust_level = 'TRUSTED'
       where a.user_id is not null and a.payouts_enabled and a.schedule <> 'PAUSED'`,
)

/** Returns the accounts, by lot, that may have something to be paid now. `begin_payout` decides whether they do. */
export function listPayable(pool: pg.Pool, now: Date): Promise<{ account_id: string; lot_id: string }[]> {
  return query(pool, payableRows, [now.toISOString()])
}

const beginPayoutStatement = statement(
  'begin_payout',
  { payout_id: 'uuid?' },
  'select begin_payout($1, $2, $3) as payout_id',
)

/**
 * Creates and queues a payout of what is due to a payee, after deducting negative balances. Returns the payout id, or
 * null if nothing is payable now.
 */
export async function beginPayout(
  pool: pg.Pool,
  now: Date,
  of: { account_id: string; lot_id: string },
): Promise<string | null> {
  const rows = await query(pool, beginPayoutStatement, [now.toISOString(), of.account_id, of.lot_id])
  return rows[0]?.payout_id ?? null
}

/** Queues the unfinished payouts: not transferred, not sent to the bank, or past their arrival date. */
export async function queueUnfinished(pool: pg.Pool, now: Date): Promise<void> {
  await pool.query(
    `select queue_payout(id) from payouts where status = 'PENDING'
       or status = 'SENT' and (stripe_payout_id is null or arrives_at is null or arrives_at <= $1)`,
    [now.toISOString()],
  )
}

/** Returns a payout whose last attempt at the bank was this one. A later attempt makes the failure out of date. */
export function findPayoutAttempt(db: Db, payout_id: string, attempt: number) {
  return db
    .selectFrom('payouts')
    .select(['lot_id', 'payee_kind', 'user_id', 'currency', 'amount_cents', 'failure_code'])
    .where('id', '=', payout_id)
    .where('bank_attempts', '=', attempt)
    .executeTakeFirst()
}
