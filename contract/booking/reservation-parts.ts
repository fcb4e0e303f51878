import { type Static, Type } from 'typebox'
import { Id, Instant, Nullable } from '../common.ts'

/** The same parking before or after it goes on at another spot. */
export const ReservationPart = Type.Object({
  id: Id,
  spot_label: Type.String(),
  starts_at: Instant,
  ends_at: Nullable(Instant),
})
export type ReservationPart = Static<typeof ReservationPart>
