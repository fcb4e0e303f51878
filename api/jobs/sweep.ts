import type { Till } from '../payments/pay.ts'

/** Takes away what has had its time: keys, counters and tokens that nobody can use any more. */
export async function sweep(till: Pick<Till, 'pool' | 'ports'>): Promise<void> {
  const ago = (days: number) => new Date(till.ports.now().getTime() - days * 86_400_000).toISOString()
  // Kept longer than the provider keeps its own, so that no retry of ours can fall between the two.
  await till.pool.query('delete from idempotency_keys where started_at < $1', [ago(30)])
  await till.pool.query('delete from rate_limits where window_starts_at < $1', [ago(1)])
  await till.pool.query('delete from spent_challenges where expires_at < $1', [ago(0)])
  await till.pool.query('delete from sign_in_links where expires_at < $1', [ago(7)])
  await till.pool.query('delete from account_changes where requested_at < $1', [ago(90)])
  await till.pool.query('delete from account_change_stops where expires_at < $1', [ago(0)])
  await till.pool.query('delete from hold_attempts where held_at < $1', [ago(7)])
  await till.pool.query('delete from sessions where expires_at < $1 or revoked_at < $1', [ago(30)])
}
