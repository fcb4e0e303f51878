import type { Settings } from '@openspot/core/settings.ts'
import type { Till } from '../money/payments/pay.ts'
import { redacted } from '../platform/emails/link-life.ts'

/** Deletes expired keys, counters, and tokens. */
export async function sweep(
  till: Pick<Till, 'db' | 'pool' | 'ports'>,
  settings: Pick<Settings, 'environment'>,
): Promise<void> {
  const ago = (days: number) => new Date(till.ports.now().getTime() - days * 86_400_000).toISOString()
  // Keep idempotency keys longer than the provider does, so that no retry of ours falls between the two.
  await till.pool.query('delete from idempotency_keys where started_at < $1', [ago(30)])
  await till.pool.query('delete from rate_limits where window_starts_at < $1', [ago(1)])
  await till.pool.query('delete from spent_challenges where expires_at < $1', [ago(0)])
  await till.pool.query('delete from sign_in_links where expires_at < $1', [ago(7)])
  await till.pool.query('delete from account_changes where requested_at < $1', [ago(90)])
  await till.pool.query('delete from account_change_stops where expires_at < $1', [ago(0)])
  await till.pool.query('delete from hold_attempts where held_at < $1', [ago(7)])
  await till.pool.query('delete from sessions where expires_at < $1 or revoked_at < $1', [ago(30)])
  await till.pool.query('delete from alerts where created_at < $1', [ago(90)])
  await redactEmails(till, settings)
}

/**
 * Removes links from stored emails once they have expired. Outside the local environment, whose mailbox shows them,
 * links of emails that will not be sent are removed too. Links of sent emails were removed on sending.
 */
async function redactEmails(
  { db, ports }: Pick<Till, 'db' | 'ports'>,
  { environment }: Pick<Settings, 'environment'>,
): Promise<void> {
  await db
    .updateTable('emails')
    .set(redacted(ports.now()))
    .where('redacted_at', 'is', null)
    .where('link_expires_at', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('link_expires_at', '<=', ports.now().toISOString()),
        ...(environment === 'local' ? [] : [eb('state', 'in', ['SENT', 'SUPPRESSED'])]),
      ]),
    )
    .execute()
}
