import type { EarnedFor } from '@openspot/contract/money/payouts.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { ReservationTime } from '@/ui/time.tsx'

/** Returns the source of earnings in a few words: a spot, one's own reservation, or a plan. */
export function earnedForText(t: Translate, { source_kind, reservation, plan_name }: EarnedFor): string {
  if (plan_name !== null) return t('payouts.plan', { name: plan_name })
  if (reservation === null) return t('payouts.other')
  return source_kind === 'DEDUCTION'
    ? t('payouts.yourStay', { label: reservation.spot_label })
    : t('payouts.spot', { label: reservation.spot_label })
}

/** The billed month, or the time of the reservation. */
export function EarnedTime({ of, zone }: { of: EarnedFor; zone: string }) {
  if (of.period_starts_at !== null) {
    return <ReservationTime starts_at={of.period_starts_at} ends_at={of.period_ends_at} zone={zone} />
  }
  if (of.reservation === null) return null
  return <ReservationTime starts_at={of.reservation.starts_at} ends_at={of.reservation.ends_at} zone={zone} />
}
