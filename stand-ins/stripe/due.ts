import { debitSettled } from './objects/checkout-flow.ts'
import { expireSession } from './objects/checkout-sessions.ts'
import { settleDebit } from './objects/debits.ts'
import { settlePayout } from './objects/payouts.ts'
import { settleRefund } from './objects/refunds.ts'
import { type Context, workOn } from './state/context.ts'
import { forgetOld } from './state/idempotency.ts'
import type { Hidden, Kind } from './state/kinds.ts'
import { lock } from './state/store.ts'
import { inTransaction, type Work } from './state/work.ts'

interface DueRow {
  id: string
  kind: Kind
  account: string
  due_at: string
}

/**
 * Performs everything that is due by time, each item in its own transaction and at its own moment. Returns how many
 * there were.
 */
export async function settleDue(context: Context, onError: (error: unknown) => void): Promise<number> {
  let done = 0
  const failed: string[] = []
  for (;;) {
    const due = await context.pool.query<DueRow>(
      `select id, kind, account, due_at from stripe_stand_in.objects
       where due_at <= $1 and not id = any($2) order by due_at, seq limit 50`,
      [context.now(), failed],
    )
    if (due.rows.length === 0) break
    for (const row of due.rows) {
      try {
        await inTransaction(context.pool, (client) =>
          settle(workOn(context, client, row.account, undefined, Number(row.due_at)), row),
        )
        done += 1
      } catch (error) {
        failed.push(row.id)
        onError(error)
      }
    }
  }
  await inTransaction(context.pool, (client) => forgetOld(workOn(context, client, context.env.platform)))
  return done
}

async function settle(work: Work, row: DueRow): Promise<void> {
  switch (row.kind) {
    case 'payment_intent':
      return settlePayment(work, row.id)
    case 'checkout.session': {
      const session = await lock(work, 'checkout.session', row.id)
      if (await isStillDue(work, row.id)) await expireSession(work, session)
      return
    }
    case 'refund': {
      const refund = await lock(work, 'refund', row.id)
      if (await isStillDue(work, row.id)) await settleRefund(work, refund)
      return
    }
    case 'payout': {
      const payout = await lock(work, 'payout', row.id)
      if (await isStillDue(work, row.id)) await settlePayout(work, payout)
      return
    }
    default:
      throw new Error(`nothing is known to become of a ${row.kind} in time`)
  }
}

/** The session is locked before its payment, as everywhere else. */
async function settlePayment(work: Work, id: string): Promise<void> {
  const found = await work.client.query<{ hidden: Hidden['payment_intent'] }>(
    'select hidden from objects where id = $1',
    [id],
  )
  const session_id = found.rows[0]?.hidden.session
  const session = session_id ? await lock(work, 'checkout.session', session_id) : undefined
  const intent = await lock(work, 'payment_intent', id)
  if (!(await isStillDue(work, id))) return
  await settleDebit(work, intent)
  if (session) await debitSettled(work, session, intent.object.status === 'succeeded')
}

/** Another stand-in on the same database may have handled it while this one waited for the lock. */
async function isStillDue(work: Work, id: string): Promise<boolean> {
  const found = await work.client.query('select 1 from objects where id = $1 and due_at <= $2', [
    id,
    work.now,
  ])
  return found.rowCount === 1
}
