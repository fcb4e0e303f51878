import type { CameraPolicy } from '@openspot/contract/operations/cameras.ts'
import { matchedVisitHours, unmatchedVisitDays } from '@openspot/core/cameras/limits.ts'
import { plateLookupDays } from '@openspot/core/plates/limits.ts'
import { type Queryable, queryPrepared } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'

const policy = statement(
  'find_camera_policy',
  {
    lot_name: 'text',
    managed_by: 'text?',
    camera_count: 'integer',
    opens_gates: 'boolean',
    image_hours: 'integer',
    grace_minutes: 'integer',
    appeal_days: 'integer',
  },
  `select l.name as lot_name, l.managed_by, count(*)::int as camera_count, bool_or(c.gate_id is not null) as opens_gates,
     l.camera_image_hours as image_hours, l.camera_grace_minutes as grace_minutes, l.fine_appeal_days as appeal_days
   from lots l join cameras c on c.lot_id = l.id and c.is_active and c.deleted_at is null
   where l.id = $1 group by l.id`,
)

/** Returns what the cameras of a lot record, and for how long; undefined without active cameras. */
export async function findCameraPolicy(db: Queryable, lot_id: string): Promise<CameraPolicy | undefined> {
  const [found] = await queryPrepared(db, policy, [lot_id])
  return (
    found && {
      ...found,
      keeps_images: found.image_hours > 0,
      matched_hours: matchedVisitHours,
      unmatched_days: unmatchedVisitDays,
      lookup_days: plateLookupDays,
    }
  )
}
