/** Why a vehicle is warned or fined. */
export const fineReasons = [
  'NO_RIGHT_TO_PARK',
  'OVERSTAY',
  'WRONG_SPOT',
  'RESERVED_SPOT',
  'BLOCKING',
  'OTHER',
] as const
export type FineReason = (typeof fineReasons)[number]
/** The states of a warning or fine; `fines/states.ts` has their transitions. */
export const fineStatuses = ['WARNING', 'UNPAID', 'PROCESSING', 'PAID', 'REFUNDED', 'VOIDED'] as const
export type FineStatus = (typeof fineStatuses)[number]
/** Why a fine was voided: a right to park turned out to have existed, the driver's appeal, or a decision of the staff. */
export const fineVoidReasons = ['RIGHT_FOUND', 'APPEAL', 'STAFF'] as const
export type FineVoidReason = (typeof fineVoidReasons)[number]
/** CLOSED: the fine was voided before the appeal was decided. */
export const fineAppealStatuses = ['OPEN', 'ACCEPTED', 'DECLINED', 'CLOSED'] as const
/** The events of a fine's chain of evidence. */
export const fineEventKinds = [
  'ISSUED',
  'PROCESSING',
  'PAID',
  'PAYMENT_FAILED',
  'REFUNDED',
  'VOIDED',
  'APPEALED',
  'APPEAL_ACCEPTED',
  'APPEAL_DECLINED',
  'APPEAL_CLOSED',
] as const
export type FineEventKind = (typeof fineEventKinds)[number]
/** Notifications about fines: to the driver, and of an appeal to the staff of the lot. */
export const fineNoticeKinds = [
  'FINE_WARNING',
  'FINE_ISSUED',
  'FINE_DUE_SOON',
  'FINE_DUE_TODAY',
  'FINE_PAID',
  'FINE_PAID_TWICE',
  'FINE_PAYMENT_FAILED',
  'FINE_REFUNDED',
  'FINE_REFUND_FAILED',
  'FINE_PAID_BACK',
  'FINE_VOIDED',
  'FINE_APPEALED',
  'FINE_APPEAL_ACCEPTED',
  'FINE_APPEAL_DECLINED',
] as const
export type FineNoticeKind = (typeof fineNoticeKinds)[number]
