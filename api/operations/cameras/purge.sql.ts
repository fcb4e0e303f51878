import { matchedVisitHours, oldestEventHours, unmatchedVisitDays } from '@openspot/core/cameras/limits.ts'
import type pg from 'pg'

/**
 * A visit `v` is evidence while a fine of its vehicle may still be appealed. The driver may then need what the cameras saw
 * as much as the lot.
 */
const isEvidence = `exists (select from fines f left join fine_appeals a on a.fine_id = f.id and a.lot_id = f.lot_id
    where f.lot_id = v.lot_id and f.plate_normalized = v.plate and f.seen_at >= v.first_seen_at
      and f.seen_at <= coalesce(v.exited_at, 'infinity') and (f.appeal_until > $1 or a.status = 'OPEN'))`

/** Each with the current time as $1. Reads and pictures go with their visit. */
const statements = [
  // A vehicle whose exit was missed counts as gone when its right has ended and it was not seen for as long.
  `delete from plate_visits v
   where coalesce(v.exited_at, case when v.match is null or v.right_ends_at is not null then greatest(v.last_seen_at, v.right_ends_at) end)
       < $1::timestamptz - case when v.match is null or v.exited_at is null then interval '${unmatchedVisitDays} days'
         else interval '${matchedVisitHours} hours' end
     and not ${isEvidence}`,
  `delete from plate_read_images i using lots l, plate_reads r join plate_visits v on v.id = r.visit_id and v.lot_id = r.lot_id
   where l.id = i.lot_id and r.id = i.read_id and r.lot_id = i.lot_id
     and i.created_at < $1::timestamptz - make_interval(hours => l.camera_image_hours) and not ${isEvidence}`,
  // The stored event contains the picture, so it lasts no longer.
  `update camera_events e set body = null from lots l
   where l.id = e.lot_id and e.body is not null
     and e.received_at < $1::timestamptz - make_interval(hours => least(l.camera_image_hours, ${oldestEventHours}))`,
  `delete from camera_events where received_at < $1::timestamptz - interval '${unmatchedVisitDays} days'`,
]

/** Deletes what the cameras recorded once it is older than the lot keeps it. */
export async function purgeCameraData(pool: pg.Pool, now: Date): Promise<void> {
  for (const each of statements) await pool.query(each, [now.toISOString()])
}
