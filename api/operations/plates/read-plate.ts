import { OFFLINE_HOURS } from '@openspot/core/plates/limits.ts'
import { refuse } from '../../errors.ts'
import { enteredPlate } from '../../people/cars/plate-entry.rules.ts'

/** Returns a plate for comparison. Throws `request_invalid` if it is none. */
export const readPlate = (raw: string, region = ''): string =>
  enteredPlate(raw, {
    region: region.trim(),
    field: 'plate',
    ofLength: (t) => t('apiErrors.plates.unreadable'),
  }).plate_normalized

/** Returns when a device saw a vehicle; now if it doesn't say. Throws `request_invalid` for the future and for too long ago. */
export function readSeenAt(requested: string | undefined, now: Date, field: string): Date {
  if (requested === undefined) return now
  const at = new Date(requested)
  if (at > now) refuse('request_invalid', { field, message: (t) => t('apiErrors.time.notPast') })
  if (now.getTime() - at.getTime() > OFFLINE_HOURS * 3_600_000)
    refuse('request_invalid', {
      field,
      message: (t) => t('apiErrors.plates.tooLongAgo', { hours: OFFLINE_HOURS }),
    })
  return at
}
