import type { PublicLot } from '@openspot/contract/lots/lots.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'

/** Returns until when a reservation in this lot can be canceled with a full refund. */
export const cancelUntil = (lot: PublicLot, starts_at: string): string =>
  isoOf(minutesOf(starts_at) + lot.cancel_until_minutes_after_start)
