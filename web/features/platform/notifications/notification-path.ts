import type { Notification } from '@openspot/contract/platform/notifications.ts'
import { accountNoticeKinds } from '@openspot/core/accounts/enums.ts'
import { visitNoticeKinds } from '@openspot/core/cameras/enums.ts'
import { disputeNoticeKinds } from '@openspot/core/disputes/enums.ts'
import {
  adminNoticeKinds,
  isOneOf,
  lotReviewNoticeKinds,
  membershipNoticeKinds,
  payoutNoticeKinds,
  planNoticeKinds,
} from '@openspot/core/enums.ts'
import { errorNoticeKinds } from '@openspot/core/error-monitoring/enums.ts'
import { fineNoticeKinds } from '@openspot/core/fines/enums.ts'
import { gateNoticeKinds } from '@openspot/core/gates/enums.ts'
import { residentNoticeKinds } from '@openspot/core/residents/enums.ts'

/** Returns the page that a notification links to: the reservation, the payouts, or the lot. */
export function notificationPath({
  reservation_id,
  lot_id,
  kind,
}: Pick<Notification, 'reservation_id' | 'lot_id' | 'kind'>): string | null {
  if (kind === 'VALIDATION_BUDGET') return `/lots/${lot_id}/validation`
  if (kind === 'BILL_CONTESTED')
    return reservation_id === null
      ? `/lots/${lot_id}/refunds`
      : `/lots/${lot_id}/reservations/${reservation_id}`
  if (reservation_id !== null) return `/me/reservations/${reservation_id}`
  if (kind === 'VEHICLE_RECORDED') return '/me/cars'
  if (kind === 'PAYMENT_RETURNED') return `/lots/${lot_id}/refunds`
  if (kind === 'PLAN_REFUND_FAILED') return '/platform/plans'
  if (kind === 'LOT_WAITING') return '/platform/lots?trust_level=NEW'
  if (isOneOf(lotReviewNoticeKinds, kind)) return `/lots/${lot_id}/settings`
  if (kind === 'UNUSUAL_HOLDS') return `/lots/${lot_id}/monitor`
  if (kind === 'PROBLEM_REPORTED') return `/lots/${lot_id}/problems`
  if (kind === 'PROBLEM_ANSWERED') return '/me/problems'
  if (kind === 'FINE_APPEALED') return `/lots/${lot_id}/fines`
  if (isOneOf(fineNoticeKinds, kind)) return '/me/fines'
  if (isOneOf(adminNoticeKinds, kind)) return '/platform/users'
  if (isOneOf(disputeNoticeKinds, kind)) return `/lots/${lot_id}/refunds`
  if (isOneOf(accountNoticeKinds, kind)) return '/me/profile'
  if (isOneOf(errorNoticeKinds, kind)) return '/platform/errors'
  if (isOneOf(visitNoticeKinds, kind)) return `/lots/${lot_id}/visits`
  if (kind === 'CAMERA_SILENT') return `/lots/${lot_id}/cameras`
  // The person whose access ended can't open the pages of the staff.
  if (kind === 'RESIDENCE_ENDED') return '/me/lots'
  if (isOneOf(residentNoticeKinds, kind)) return `/lots/${lot_id}/residents`
  if (isOneOf(gateNoticeKinds, kind)) return `/lots/${lot_id}/gates`
  if (isOneOf(planNoticeKinds, kind)) return `/lots/${lot_id}/plan`
  if (isOneOf(membershipNoticeKinds, kind)) {
    // The first three kinds notify the staff about another person.
    return membershipNoticeKinds.indexOf(kind) < 3 ? `/lots/${lot_id}/members` : '/me/lots'
  }
  if (!isOneOf(payoutNoticeKinds, kind)) return null
  return lot_id === null ? '/me/earnings?tab=payouts' : `/lots/${lot_id}/payouts`
}
