import { EVENT_DAYS, SALT_DAYS } from '@openspot/core/analytics/limits.ts'
import { ERROR_DAYS, REPLAY_DAYS, SOURCE_MAP_DAYS } from '@openspot/core/error-monitoring/limits.ts'
import { FINE_PHOTO_DAYS } from '@openspot/core/fines/limits.ts'
import { DRAFT_DAYS } from '@openspot/core/lots/setup.ts'
import { DELIVERY_DAYS } from '@openspot/core/notifications/limits.ts'
import { plateLookupDays } from '@openspot/core/plates/limits.ts'
import type { Settings } from '@openspot/core/settings.ts'
import type { PaymentDeps } from '../money/payments/pay.ts'
import { purgeCameraData } from '../operations/cameras/purge.sql.ts'
import { redactEmails } from '../platform/emails/deliveries.sql.ts'
import { redactTexts } from '../platform/texts/texts.sql.ts'
import { deleteOld } from './purge-expired.sql.ts'

/** Deletes expired keys, counters, and tokens. */
export async function purgeExpired(
  deps: Pick<PaymentDeps, 'db' | 'pool' | 'ports'>,
  settings: Pick<Settings, 'environment'>,
): Promise<void> {
  const ago = (days: number) => new Date(deps.ports.now().getTime() - days * 86_400_000).toISOString()
  // Keep idempotency keys longer than the provider does, so that no retry of ours falls between the two.
  await deleteOld(deps.pool, 'idempotency_keys', ago(30))
  await deleteOld(deps.pool, 'rate_limits', ago(1))
  await deleteOld(deps.pool, 'spent_challenges', ago(0))
  await deleteOld(deps.pool, 'sign_in_links', ago(7))
  await deleteOld(deps.pool, 'phone_codes', ago(1))
  await deleteOld(deps.pool, 'guest_links', ago(1))
  await deleteOld(deps.pool, 'link_sessions', ago(1))
  await deleteOld(deps.pool, 'pass_links', ago(7))
  await deleteOld(deps.pool, 'account_changes', ago(90))
  await deleteOld(deps.pool, 'account_change_stops', ago(0))
  await deleteOld(deps.pool, 'hold_attempts', ago(7))
  await deleteOld(deps.pool, 'page_holds', ago(1))
  await deleteOld(deps.pool, 'sessions', ago(30))
  await deleteOld(deps.pool, 'lot_drafts', ago(DRAFT_DAYS))
  await deleteOld(deps.pool, 'alerts', ago(90))
  await deleteOld(deps.pool, 'analytics_events', ago(EVENT_DAYS))
  await deleteOld(deps.pool, 'analytics_salts', ago(SALT_DAYS))
  for (const what of [
    'error_groups',
    'error_events',
    'error_counts',
    'error_releases',
    'error_intake',
    'error_drops',
  ] as const)
    await deleteOld(deps.pool, what, ago(ERROR_DAYS))
  await deleteOld(deps.pool, 'source_maps', ago(SOURCE_MAP_DAYS))
  await deleteOld(deps.pool, 'replays', ago(REPLAY_DAYS))
  await deleteOld(deps.pool, 'push_messages', ago(DELIVERY_DAYS))
  await deleteOld(deps.pool, 'texts', ago(DELIVERY_DAYS))
  await deleteOld(deps.pool, 'unused_photos', ago(1))
  await deleteOld(deps.pool, 'photos', ago(90))
  await deleteOld(deps.pool, 'fine_photos', ago(FINE_PHOTO_DAYS))
  await deleteOld(deps.pool, 'dispute_files', ago(180))
  await deleteOld(deps.pool, 'resident_files', ago(1))
  await deleteOld(deps.pool, 'resident_rows', ago(90))
  await deleteOld(deps.pool, 'plate_lookups', ago(plateLookupDays))
  await purgeCameraData(deps.pool, deps.ports.now())
  // The mailbox of the local environment shows the links. Links of sent emails were removed on sending.
  await redactTexts(deps.db, deps.ports.now(), settings.environment !== 'local')
  await redactEmails(deps.db, deps.ports.now(), settings.environment !== 'local')
}
