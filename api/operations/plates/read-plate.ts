import { OFFLINE_HOURS } from '@openspot/core/plates/limits.ts'
import { normalizePlate } from '@openspot/core/plates/plates.ts'
import { refuse } from '../../errors.ts'

/** Returns a plate for comparison. Throws `request_invalid` if no letter or digit is left, or too many. */
export function readPlate(raw: string): string {
  const plate = normalizePlate(raw)
  if (!/^[A-Z0-9]{1,15}$/.test(plate))
    refuse('request_invalid', { field: 'plate', message: (t) => t('apiErrors.plates.unreadable') })
  return plate
}

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
