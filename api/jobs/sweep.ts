import type { Settings } from '@openspot/core/settings.ts'
import type { Till } from '../money/payments/pay.ts'
import { redactEmails } from '../platform/emails/deliveries.sql.ts'
import { deleteOld } from './sweep.sql.ts'

/** Deletes expired keys, counters, and tokens. */
export async function sweep(
  till: Pick<Till, 'db' | 'pool' | 'ports'>,
  settings: Pick<Settings, 'environment'>,
): Promise<void> {
  const ago = (days: number) => new Date(till.ports.now().getTime() - days * 86_400_000).toISOString()
  // Keep idempotency keys longer than the provider does, so that no retry of ours falls between the two.
  await deleteOld(till.pool, 'idempotency_keys', ago(30))
  await deleteOld(till.pool, 'rate_limits', ago(1))
  await deleteOld(till.pool, 'spent_challenges', ago(0))
  await deleteOld(till.pool, 'sign_in_links', ago(7))
  await deleteOld(till.pool, 'account_changes', ago(90))
  await deleteOld(till.pool, 'account_change_stops', ago(0))
  await deleteOld(till.pool, 'hold_attempts', ago(7))
  await deleteOld(till.pool, 'sessions', ago(30))
  await deleteOld(till.pool, 'alerts', ago(90))
  // The mailbox of the local environment shows the links. Links of sent emails were removed on sending.
  await redactEmails(till.db, till.ports.now(), settings.environment !== 'local')
}
