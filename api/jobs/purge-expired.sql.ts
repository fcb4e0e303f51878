import type pg from 'pg'

const statements = {
  idempotency_keys: 'delete from idempotency_keys where started_at < $1',
  rate_limits: 'delete from rate_limits where window_starts_at < $1',
  spent_challenges: 'delete from spent_challenges where expires_at < $1',
  guest_links: 'delete from guest_links where expires_at < $1',
  link_sessions: 'delete from link_sessions where expires_at < $1',
  pass_links: `delete from pass_links p using reservations r where r.id = p.reservation_id and r.lot_id = p.lot_id
    and (r.ends_at < $1 or r.canceled_at < $1)`,
  phone_codes: 'delete from phone_codes where expires_at < $1',
  sign_in_links: 'delete from sign_in_links where expires_at < $1',
  account_changes: 'delete from account_changes where requested_at < $1',
  account_change_stops: 'delete from account_change_stops where expires_at < $1',
  page_holds: 'delete from page_holds where ended_at < $1',
  hold_attempts: 'delete from hold_attempts where held_at < $1',
  sessions: 'delete from sessions where expires_at < $1 or revoked_at < $1',
  unused_photos:
    'delete from photos where problem_id is null and fine_id is null and fine_appeal_id is null and created_at < $1',
  photos:
    'delete from photos f using problems p where p.id = f.problem_id and p.lot_id = f.lot_id and p.resolved_at < $1',
  fine_photos: `delete from photos p using fines f left join fine_appeals a on a.fine_id = f.id and a.lot_id = f.lot_id
    where (p.fine_id = f.id or p.fine_appeal_id = a.id) and p.lot_id = f.lot_id
      and greatest(f.appeal_until, a.decided_at) < $1 and a.status is distinct from 'OPEN'`,
  dispute_files:
    'delete from dispute_files f using disputes d where d.id = f.dispute_id and d.lot_id = f.lot_id and d.closed_at < $1',
  resident_files: `delete from resident_files f where created_at < $1
    and not exists (select from resident_imports i where i.file_id = f.id and i.stage in ('READING', 'PREVIEW'))`,
  resident_rows:
    'delete from resident_rows r using resident_imports i where i.id = r.import_id and i.lot_id = r.lot_id and i.finished_at < $1',
  plate_lookups: 'delete from plate_lookups where created_at < $1',
  analytics_events: 'delete from analytics_events where at < $1',
  analytics_salts: `delete from analytics_salts where day < ($1::timestamptz at time zone 'UTC')::date`,
  push_messages: 'delete from push_messages where created_at < $1',
  texts: 'delete from texts where created_at < $1',
  lot_drafts: 'delete from lot_drafts where changed_at < $1',
  alerts: 'delete from alerts where created_at < $1',
  error_events: 'delete from error_events where received_at < $1',
  error_counts: `delete from error_counts where day < ($1::timestamptz at time zone 'UTC')::date`,
  error_groups: 'delete from error_groups where last_seen_at < $1',
  error_releases: `delete from error_releases r where r.last_seen_at < $1
    and not exists (select from error_groups g where g.resolved_in_release = r.release)`,
  error_intake: `delete from error_intake where day < ($1::timestamptz at time zone 'UTC')::date`,
  source_maps: 'delete from source_maps where seen_at < $1',
  error_drops: `delete from error_drops where day < ($1::timestamptz at time zone 'UTC')::date`,
  replays: 'delete from replays where received_at < $1',
}

/** Deletes the rows of a kind that ended before an instant, or began before it if they have no end. */
export async function deleteOld(pool: pg.Pool, what: keyof typeof statements, before: string): Promise<void> {
  await pool.query(statements[what], [before])
}
