import type { EarnedFor } from '@openspot/contract/money/payouts.ts'
import { ReservationTime } from '@/ui/time.tsx'
import { words } from '@/words/index.ts'

/** Returns the source of earnings in a few words: a spot, one's own reservation, or a plan. */
export function earnedForText({ source_kind, reservation, plan_name }: EarnedFor): string {
  const say = words.payouts
  if (plan_name !== null) return say.plan(plan_name)
  if (reservation === null) return say.other
  return source_kind === 'DEDUCTION' ? say.yourStay(reservation.spot_label) : say.spot(reservation.spot_label)
}

/** The billed month, or the time of the reservation. */
export function EarnedTime({ of, zone }: { of: EarnedFor; zone: string }) {
  if (of.period_starts_at !== null) {
    return <ReservationTime starts_at={of.period_starts_at} ends_at={of.period_ends_at} zone={zone} />
  }
  if (of.reservation === null) return null
  return <ReservationTime starts_at={of.reservation.starts_at} ends_at={of.reservation.ends_at} zone={zone} />
}
