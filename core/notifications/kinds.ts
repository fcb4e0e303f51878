import { accountNoticeKinds } from '../accounts/enums.ts'
import { cameraNoticeKinds } from '../cameras/enums.ts'
import { disputeNoticeKinds } from '../disputes/enums.ts'
import {
  adminNoticeKinds,
  lotNoticeKinds,
  lotReviewNoticeKinds,
  membershipNoticeKinds,
  notificationKinds,
  payoutNoticeKinds,
  planNoticeKinds,
  platformNoticeKinds,
  staffNoticeKinds,
} from '../enums.ts'
import { errorNoticeKinds } from '../error-monitoring/enums.ts'
import { fineNoticeKinds } from '../fines/enums.ts'
import { gateNoticeKinds } from '../gates/enums.ts'
import { priceNoticeKinds } from '../price-guidance/enums.ts'
import { problemNoticeKinds } from '../problems/enums.ts'
import { residentNoticeKinds } from '../residents/enums.ts'
import { hostNoticeKinds, messageNoticeKinds, type NoticeChannel, type NoticeTopic } from './enums.ts'

/** All that people are notified of, in the order of the domains. */
export const everyNotificationKind = [
  ...notificationKinds,
  ...hostNoticeKinds,
  ...messageNoticeKinds,
  ...payoutNoticeKinds,
  ...planNoticeKinds,
  ...membershipNoticeKinds,
  ...staffNoticeKinds,
  ...platformNoticeKinds,
  ...lotNoticeKinds,
  ...lotReviewNoticeKinds,
  ...priceNoticeKinds,
  ...adminNoticeKinds,
  ...accountNoticeKinds,
  ...disputeNoticeKinds,
  ...gateNoticeKinds,
  ...cameraNoticeKinds,
  ...residentNoticeKinds,
  ...problemNoticeKinds,
  ...fineNoticeKinds,
  ...errorNoticeKinds,
] as const
export type NoticeKind = (typeof everyNotificationKind)[number]

export interface NoticeRule {
  topic: NoticeTopic
  /** The channels that are on until the person turns them off. */
  on: readonly NoticeChannel[]
  /** Those of them that can't be turned off. */
  always: readonly NoticeChannel[]
  /** How long a push or a text is useful, in minutes. */
  minutes: number
}

const DAY = 1440
const rule = (
  topic: NoticeTopic,
  on: readonly NoticeChannel[],
  { always = [], minutes = DAY }: Partial<Pick<NoticeRule, 'always' | 'minutes'>> = {},
): NoticeRule => ({ topic, on, always, minutes })

const silent = ['IN_APP'] as const
const written = ['IN_APP', 'EMAIL'] as const
const pushed = ['IN_APP', 'EMAIL', 'PUSH'] as const
const email = { always: ['EMAIL'] } as const
/** What changes where money goes also stays in the inbox. */
const both = { always: ['IN_APP', 'EMAIL'] } as const

/** The rule of every kind. Texts cost money and interrupt, so they are on for nothing. */
export const noticeRules: Record<NoticeKind, NoticeRule> = {
  CONFIRMED: rule('RESERVATIONS', pushed),
  CHANGED: rule('RESERVATIONS', pushed),
  MOVED: rule('RESERVATIONS', pushed),
  VEHICLE_CHANGED: rule('RESERVATIONS', pushed),
  CANCELED: rule('RESERVATIONS', pushed),
  STARTS_SOON: rule('RESERVATIONS', pushed, { minutes: 30 }),
  ENDS_SOON: rule('RESERVATIONS', pushed, { minutes: 15 }),
  ENDED: rule('RESERVATIONS', pushed, { minutes: 120 }),
  OFFER: rule('RESERVATIONS', pushed, { minutes: 30 }),
  TO_ACCEPT: rule('RESERVATIONS', pushed),
  NOTICE_GIVEN: rule('RESERVATIONS', pushed),
  VALIDATED: rule('RESERVATIONS', written),
  HOST_BOOKED: rule('HOSTING', pushed),
  HOST_CHANGED: rule('HOSTING', pushed),
  HOST_CANCELED: rule('HOSTING', pushed),
  MESSAGE_FROM_DRIVER: rule('HOSTING', pushed),
  MESSAGE_FROM_HOST: rule('RESERVATIONS', pushed),
  REFUND_MADE: rule('PAYMENTS', pushed, email),
  PAID_TWICE: rule('PAYMENTS', pushed, email),
  REFUND_FAILED: rule('PAYMENTS', pushed, email),
  REFUND_PAID_BACK: rule('PAYMENTS', pushed, email),
  PAYMENT_FAILED: rule('PAYMENTS', pushed, email),
  PAID_MONTH: rule('PAYMENTS', written, email),
  DEBT_ENDED: rule('PAYMENTS', pushed, email),
  PRICE_CHANGE: rule('PAYMENTS', pushed, email),
  PRICE_KEPT: rule('PAYMENTS', written, email),
  PRICE_TO_ACCEPT: rule('PAYMENTS', pushed, email),
  BILL: rule('PAYMENTS', pushed, email),
  BILL_WITHDRAWN: rule('PAYMENTS', pushed, email),
  FINE_WARNING: rule('FINES', pushed),
  FINE_ISSUED: rule('FINES', pushed, email),
  FINE_DUE_SOON: rule('FINES', pushed, email),
  FINE_DUE_TODAY: rule('FINES', pushed, email),
  FINE_PAID: rule('FINES', written, email),
  FINE_PAID_TWICE: rule('FINES', pushed, email),
  FINE_PAYMENT_FAILED: rule('FINES', pushed, email),
  FINE_REFUNDED: rule('FINES', pushed, email),
  FINE_REFUND_FAILED: rule('FINES', pushed, email),
  FINE_PAID_BACK: rule('FINES', pushed, email),
  FINE_VOIDED: rule('FINES', pushed, email),
  FINE_APPEAL_ACCEPTED: rule('FINES', pushed, email),
  FINE_APPEAL_DECLINED: rule('FINES', pushed, email),
  MEMBERSHIP_OFFERED: rule('MEMBERSHIPS', written),
  MEMBERSHIP_APPROVED: rule('MEMBERSHIPS', written),
  MEMBERSHIP_REJECTED: rule('MEMBERSHIPS', written),
  MEMBERSHIP_REMOVED: rule('MEMBERSHIPS', written),
  MEMBERSHIP_ROLE: rule('MEMBERSHIPS', written),
  RESIDENCE_ENDED: rule('MEMBERSHIPS', written),
  VEHICLE_RECORDED: rule('MEMBERSHIPS', silent),
  PROBLEM_ANSWERED: rule('PROBLEMS', pushed),
  PAYOUT_ACCOUNT_CHANGED: rule('PAYOUTS', pushed, both),
  HOST_PAID: rule('PAYOUTS', written),
  PAYOUT_FAILED: rule('PAYOUTS', pushed, both),
  PLAN_GROWS: rule('LOT_STAFF', written, email),
  PLAN_CHANGED: rule('LOT_STAFF', written, email),
  PLAN_ENDED: rule('LOT_STAFF', written, email),
  PLAN_PAYMENT_FAILED: rule('LOT_STAFF', pushed, email),
  PLAN_UNPAID: rule('LOT_STAFF', pushed, both),
  PLAN_PAID: rule('LOT_STAFF', written, email),
  PLAN_PAID_TWICE: rule('LOT_STAFF', pushed, email),
  MEMBERSHIP_ASKED: rule('LOT_STAFF', silent),
  MEMBERSHIP_TAKEN: rule('LOT_STAFF', silent),
  MEMBERSHIP_LEFT: rule('LOT_STAFF', silent),
  BILL_CONTESTED: rule('LOT_STAFF', silent),
  REFUND_TO_SETTLE: rule('LOT_STAFF', pushed, email),
  PAYMENT_RETURNED: rule('LOT_STAFF', silent),
  PLAN_REFUND_FAILED: rule('PLATFORM', pushed, email),
  VALIDATION_BUDGET: rule('LOT_STAFF', written),
  ACCOUNT_BANNED: rule('ACCOUNT', written, both),
  ACCOUNT_RESTORED: rule('ACCOUNT', written, both),
  ACCOUNT_MERGED: rule('ACCOUNT', written, both),
  ACCOUNT_VIEWED: rule('ACCOUNT', written, both),
  LOT_WAITING: rule('PLATFORM', written),
  ADMIN_ADDED: rule('PLATFORM', pushed, both),
  ADMIN_REMOVED: rule('PLATFORM', pushed, both),
  LOT_APPROVED: rule('LOT_STAFF', pushed, email),
  LOT_BLOCKED: rule('LOT_STAFF', pushed, email),
  LOT_REVIEWED_AGAIN: rule('LOT_STAFF', pushed, email),
  PRICES_GUIDED: rule('LOT_STAFF', written),
  DISPUTE_DUE_SOON: rule('LOT_STAFF', pushed, email),
  EVIDENCE_REFUSED: rule('LOT_STAFF', pushed, email),
  EVIDENCE_STUCK: rule('LOT_STAFF', pushed, email),
  UNUSUAL_HOLDS: rule('LOT_STAFF', silent),
  GATE_OFFLINE: rule('LOT_STAFF', pushed, { minutes: 240 }),
  GATE_STAYS_OPEN: rule('LOT_STAFF', pushed, { minutes: 240 }),
  OVERSTAY: rule('LOT_STAFF', silent, { minutes: 120 }),
  UNKNOWN_VEHICLE: rule('LOT_STAFF', silent, { minutes: 120 }),
  CAMERA_SILENT: rule('LOT_STAFF', written),
  RESIDENT_LEFT: rule('LOT_STAFF', written),
  IMPORT_FAILED: rule('LOT_STAFF', written),
  IMPORT_REVIEW: rule('LOT_STAFF', written),
  IMPORT_PREVIEW: rule('LOT_STAFF', written),
  CONTACTS_SUGGESTED: rule('LOT_STAFF', silent),
  DATA_SOURCE_REJECTED: rule('LOT_STAFF', written),
  PROBLEM_REPORTED: rule('LOT_STAFF', pushed, { minutes: 480 }),
  FINE_APPEALED: rule('LOT_STAFF', written),
  ERROR_NEW: rule('PLATFORM', written, { minutes: 480 }),
  ERROR_REOPENED: rule('PLATFORM', written, { minutes: 480 }),
  ERROR_ASSIGNED: rule('PLATFORM', pushed),
}

/** Whether a channel is on for a kind: what can't be turned off, then what the person chose, then the default. */
export function isChannelOn(kind: NoticeKind, channel: NoticeChannel, chosen: boolean | undefined): boolean {
  const { on, always } = noticeRules[kind]
  return always.includes(channel) || (chosen ?? on.includes(channel))
}
