import type { PaymentDeps } from '../payments/pay.ts'
import type { Balance } from './compare-books.sql.ts'
import { type ProviderTransaction, recordTransactions } from './transactions.sql.ts'

/**
 * Saves the provider's balance transactions since an instant and returns their number with its balance in minor units.
 * The balance is read before and after; if it changed in between, it cannot be compared and is null.
 */
export async function readBooks(
  { stripe, pool, ports }: Pick<PaymentDeps, 'stripe' | 'pool' | 'ports'>,
  since: Date | null,
): Promise<{ transactions: number; balances: Balance[] | null }> {
  const before = await readBalance({ stripe })
  const created = since === null ? {} : { created: { gte: Math.floor(since.getTime() / 1000) } }
  let transactions = 0
  let page: ProviderTransaction[] = []
  const keep = async () => {
    await recordTransactions(pool, ports.now(), page)
    transactions += page.length
    page = []
  }
  for await (const line of stripe.balanceTransactions.list({ ...created, limit: 100 })) {
    page.push({
      id: line.id,
      type: line.type,
      source_id: typeof line.source === 'string' ? line.source : (line.source?.id ?? null),
      currency: line.currency.toUpperCase(),
      amount_cents: line.amount,
      fee_cents: line.fee,
      created_at: new Date(line.created * 1000).toISOString(),
    })
    if (page.length === 100) await keep()
  }
  if (page.length > 0) await keep()
  const after = await readBalance({ stripe })
  return { transactions, balances: JSON.stringify(before) === JSON.stringify(after) ? after : null }
}

/** Returns the provider's balance by currency, available and pending, in minor units. */
async function readBalance({ stripe }: Pick<PaymentDeps, 'stripe'>): Promise<Balance[]> {
  const { available, pending } = await stripe.balance.retrieve()
  const sums = new Map<string, number>()
  for (const { currency, amount } of [...available, ...pending]) {
    const code = currency.toUpperCase()
    sums.set(code, (sums.get(code) ?? 0) + amount)
  }
  return [...sums]
    .map(([currency, cents]) => ({ currency, cents }))
    .toSorted((a, b) => a.currency.localeCompare(b.currency))
}
