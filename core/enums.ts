/**
 * Every enumeration of the product, defined once. The contract builds its schemas from these arrays and the screens
 * their menus, so the order here is the order shown. Each is an `as const` array with a plural name, next to a type
 * with the singular name.
 */

export const payoutOnboardingStatuses = [
  'MISSING_STRIPE_ACCOUNT',
  'MISSING_STRIPE_INFORMATION',
  'READY_FOR_PAYOUTS',
] as const
export type PayoutOnboardingStatus = (typeof payoutOnboardingStatuses)[number]

export const lotRoles = ['MEMBER', 'PATROLLER', 'ADMIN', 'SUPER_ADMIN'] as const
export type LotRole = (typeof lotRoles)[number]

export const userSources = ['UNKNOWN', 'INVITE', 'ORGANIC', 'DATA_SOURCE_IMPORT'] as const

export const membershipStatuses = ['ACTIVE', 'DELETED', 'PENDING', 'REJECTED', 'REMOVED'] as const
export type MembershipStatus = (typeof membershipStatuses)[number]

export const paymentMethodKinds = ['STRIPE', 'EARNINGS_DEDUCTION', 'NONE'] as const
export type PaymentMethodKind = (typeof paymentMethodKinds)[number]

export const spotAvailabilities = [
  'ASSIGNED',
  'SUBLEASED',
  'SUBLEASED_UNTIL',
  'EMPTY',
  'AVAILABLE',
  'UNAVAILABLE',
  'RENTED',
  'RENTED_UNTIL',
] as const
export type SpotAvailability = (typeof spotAvailabilities)[number]

export const paymentInstruments = ['CARD', 'US_BANK_ACCOUNT'] as const
export type PaymentInstrument = (typeof paymentInstruments)[number]

export const invoiceStatuses = [
  'PENDING',
  'PROCESSING',
  'PENDING_REFUND',
  'FAILED',
  'CANCELED',
  'PAID',
  'REFUNDED',
  'PARTIALLY_REFUNDED',
] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]

/** The purpose of an invoice. */
export const invoiceKinds = ['BOOKING', 'CHANGE', 'PERIOD', 'CORRECTION', 'FINE', 'PLAN'] as const

export const paymentStatuses = [
  'CREATED',
  'REQUIRES_ACTION',
  'PROCESSING',
  'SUCCEEDED',
  'FAILED',
  'CANCELED',
] as const

export const refundStatuses = ['PENDING', 'SUCCEEDED', 'FAILED', 'AWAITING_APPROVAL', 'UNDONE'] as const
export type RefundStatus = (typeof refundStatuses)[number]
/** What became of a failed refund: another one was sent, the lot paid it back itself, or the payer's bank returns the payment. */
export const refundResolutions = ['SENT_AGAIN', 'PAID_BACK', 'DISPUTED'] as const

export const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const
export type Weekday = (typeof weekdays)[number]

export const repeatFrequencies = ['NEVER', 'DAILY', 'WEEKLY'] as const
export type RepeatFrequency = (typeof repeatFrequencies)[number]

export const clientKinds = ['admin', 'app', 'web'] as const

export const clientPlatforms = ['ios', 'android', 'admin-web', 'unknown'] as const

/** How a session was signed in. */
export const signInMethods = [
  'PASSWORD',
  'LINK',
  'PASSKEY',
  'FIREBASE',
  'GUEST',
  'PHONE',
  'GUEST_LINK',
] as const

/** The state of an email in the outbox. */
export const emailStates = ['WAITING', 'SENT', 'FAILED', 'SUPPRESSED', 'EXPIRED'] as const

export const spotFeatures = [
  'EV_CHARGER',
  'SHARED_EV_CHARGER',
  'CARPORT',
  'COVERED',
  'INDOOR',
  'GATED',
  'HIGH_CLEARANCE',
  'NEAR_ELEVATOR',
  'NEAR_GATE',
  'STANDALONE',
] as const
export type SpotFeature = (typeof spotFeatures)[number]

export const reservationStatuses = [
  'PENDING',
  'CHECKOUT',
  'ACTIVE',
  'CANCELED',
  'EXPIRED',
  'MERGED',
  'DEPRECATED_REQUEST',
] as const
export type ReservationStatus = (typeof reservationStatuses)[number]

/** What a search can begin from. */
export const placeKinds = [
  'CITY',
  'POSTAL_CODE',
  'NEIGHBORHOOD',
  'LANDMARK',
  'VENUE',
  'AIRPORT',
  'STATION',
  'ADDRESS',
  'LOT',
] as const
export type PlaceKind = (typeof placeKinds)[number]

/** What the product knows besides cities and postal codes. A street is only found with a house number. */
export const landmarkKinds = ['NEIGHBORHOOD', 'LANDMARK', 'VENUE', 'AIRPORT', 'STATION', 'STREET'] as const
export type LandmarkKind = (typeof landmarkKinds)[number]

/** Landmarks with a page of the lots near them. */
export const placePageKinds = ['NEIGHBORHOOD', 'LANDMARK', 'VENUE', 'AIRPORT', 'STATION'] as const
export type PlacePageKind = (typeof placePageKinds)[number]

export const spotTypes = [
  'STANDARD',
  'ACCESSIBLE',
  'MOTORCYCLE',
  'COMPACT',
  'TANDEM',
  'SEMI_TRUCK',
  'STORAGE',
  'EXTRA_WIDE',
  'STACKED',
  'SUPER_COMPACT',
] as const
export type SpotType = (typeof spotTypes)[number]

export const userAccountStatuses = ['GHOST', 'ACTIVE', 'BANNED', 'DELETED'] as const

/** The effect of an availability rule on a spot. */
export const availabilityKinds = ['OPEN', 'CLOSED'] as const
export type AvailabilityKind = (typeof availabilityKinds)[number]

export const waitlistStatuses = ['WAITING', 'OFFERED', 'BOOKED', 'EXPIRED', 'LEFT'] as const

/** Notifications about a reservation. */
export const notificationKinds = [
  'CONFIRMED',
  'CHANGED',
  'MOVED',
  'VEHICLE_CHANGED',
  'CANCELED',
  'STARTS_SOON',
  'ENDS_SOON',
  'ENDED',
  'OFFER',
  'TO_ACCEPT',
  'NOTICE_GIVEN',
  'REFUND_MADE',
  'PAID_TWICE',
  'REFUND_FAILED',
  'REFUND_PAID_BACK',
  'PAYMENT_FAILED',
  'PAID_MONTH',
  'DEBT_ENDED',
  'PRICE_CHANGE',
  'PRICE_KEPT',
  'PRICE_TO_ACCEPT',
  'BILL',
  'BILL_WITHDRAWN',
  'VALIDATED',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

export const payeeKinds = ['LOT', 'HOST'] as const
export type PayeeKind = (typeof payeeKinds)[number]

export const payoutStatuses = ['PENDING', 'SENT', 'PAID', 'FAILED'] as const
export type PayoutStatus = (typeof payoutStatuses)[number]

/** When a payee is paid: daily, on Mondays, on the first of the month, or not for now. */
export const payoutSchedules = ['DAILY', 'WEEKLY', 'MONTHLY', 'PAUSED'] as const
export type PayoutSchedule = (typeof payoutSchedules)[number]

/** The source of earnings: a paid invoice, a reservation paid from earnings, or the lot's plan. */
export const earningSources = ['INVOICE', 'DEDUCTION', 'PLAN'] as const

/** Notifications about payouts, which concern no reservation. */
export const payoutNoticeKinds = ['PAYOUT_ACCOUNT_CHANGED', 'PAYOUT_FAILED', 'HOST_PAID'] as const
export type PayoutNoticeKind = (typeof payoutNoticeKinds)[number]

/** The subjects of monthly billing, the kinds of changes to them, and the states of a change. */
export const subscriptionKinds = ['LOT_PLAN', 'RESERVATION'] as const
export type SubscriptionKind = (typeof subscriptionKinds)[number]
export const subscriptionChangeKinds = ['PLAN', 'PRICE', 'CANCEL'] as const
export const subscriptionChangeStates = ['SCHEDULED', 'APPLIED', 'WITHDRAWN'] as const
export type SubscriptionChangeState = (typeof subscriptionChangeStates)[number]

/** What pays a bill of a lot's plan. */
export const planBillSources = ['EARNINGS', 'PAYMENT_METHOD'] as const

/** Notifications to the owners of a lot about its plan. */
export const planNoticeKinds = [
  'PLAN_GROWS',
  'PLAN_CHANGED',
  'PLAN_ENDED',
  'PLAN_PAYMENT_FAILED',
  'PLAN_UNPAID',
  'PLAN_PAID',
  'PLAN_PAID_TWICE',
] as const
export type PlanNoticeKind = (typeof planNoticeKinds)[number]

/**
 * Notifications to the staff of a lot about money: a contested bill, a refund that the payer's bank didn't take, a second payment that was
 * returned, and a budget that is nearly spent.
 */
export const staffNoticeKinds = [
  'BILL_CONTESTED',
  'REFUND_TO_SETTLE',
  'PAYMENT_RETURNED',
  'VALIDATION_BUDGET',
] as const
/** Notifications to the platform admins about money: a refund of a plan that the bank of an owner didn't take. */
export const platformNoticeKinds = ['PLAN_REFUND_FAILED'] as const

/** How a member joined a lot. */
export const membershipSources = ['STAFF', 'REQUEST', 'CODE', 'INVITE', 'IMPORT'] as const
export type MembershipSource = (typeof membershipSources)[number]

/** Notifications about memberships; the first three go to the staff of the lot. */
export const membershipNoticeKinds = [
  'MEMBERSHIP_ASKED',
  'MEMBERSHIP_TAKEN',
  'MEMBERSHIP_LEFT',
  'MEMBERSHIP_OFFERED',
  'MEMBERSHIP_APPROVED',
  'MEMBERSHIP_REJECTED',
  'MEMBERSHIP_REMOVED',
  'MEMBERSHIP_ROLE',
] as const
export type MembershipNoticeKind = (typeof membershipNoticeKinds)[number]

/** Notifications from a lot that concern no reservation: to the owner of a vehicle, and to the lot's admins. */
export const lotNoticeKinds = ['VEHICLE_RECORDED', 'UNUSUAL_HOLDS'] as const

/** Notices about the platform's review of a lot: to the platform admins, and to the owners of the lot. */
export const lotReviewNoticeKinds = [
  'LOT_WAITING',
  'LOT_APPROVED',
  'LOT_BLOCKED',
  'LOT_REVIEWED_AGAIN',
] as const
export type LotReviewNoticeKind = (typeof lotReviewNoticeKinds)[number]
/** Notices to the platform admins, and to the person, that someone became or is no longer one of them. */
export const adminNoticeKinds = ['ADMIN_ADDED', 'ADMIN_REMOVED'] as const
export type AdminNoticeKind = (typeof adminNoticeKinds)[number]
/** What a lot still lacks before drivers can book it and its owner is paid. */
export const lotGaps = ['SPOTS', 'PRICE', 'PAYOUT_ACCOUNT'] as const

/** How a plate that someone read compares with one that has a right: the same, or possibly the same. */
export const plateMatches = ['EXACT', 'OTHER_REGION', 'LOOK_ALIKE', 'ONE_EDIT'] as const
export type PlateMatch = (typeof plateMatches)[number]
/** Why a plate was looked up. `PUBLIC_CHECK` is the public page, which answers yes or no. */
export const plateLookupReasons = ['PATROL', 'REPORT', 'GATE', 'OTHER', 'PUBLIC_CHECK', 'SEARCH'] as const
/** The lists of the staff console of which views can be saved. */
export const staffLists = [
  'RESERVATIONS',
  'WAITLIST',
  'VISITS',
  'PROBLEMS',
  'FINES',
  'SPOTS',
  'MEMBERS',
  'RESIDENTS',
  'INVITES',
  'CARS',
  'REFUNDS',
] as const
export type StaffList = (typeof staffLists)[number]

/** What a lookup found: a right of this plate, only rights of similar plates, or none. */
export const plateLookupResults = ['MAY_PARK', 'SIMILAR', 'NO_RIGHT'] as const
export type PlateLookupResult = (typeof plateLookupResults)[number]

export const inviteKinds = ['EMAIL', 'PHONE', 'LINK'] as const
export type InviteKind = (typeof inviteKinds)[number]

export const inviteStatuses = ['OPEN', 'ACCEPTED', 'DECLINED', 'EXPIRED', 'REVOKED'] as const
export type InviteStatus = (typeof inviteStatuses)[number]

/** Kinds of discrepancies between our books and the card provider's, or within our own books. */
export const differenceKinds = [
  'MISSING_HERE',
  'MISSING_AT_PROVIDER',
  'AMOUNT',
  'CURRENCY',
  'BALANCE',
  'INVOICE_LINES',
  'INVOICE_LEDGER',
  'EARNINGS_LEDGER',
  'UNBALANCED',
] as const
export type DifferenceKind = (typeof differenceKinds)[number]
export const differenceStatuses = ['OPEN', 'RESOLVED', 'GONE'] as const
export type DifferenceStatus = (typeof differenceStatuses)[number]

/** How far the platform trusts a lot; see core/lots/trust.ts. */
export const lotTrustLevels = ['BLOCKED', 'NEW', 'TRUSTED'] as const
export type LotTrustLevel = (typeof lotTrustLevels)[number]

/** The policy for a reservation that is still unpaid at its payment deadline. */
export const failedPaymentRules = ['END_RESERVATION', 'KEEP'] as const
export type FailedPaymentRule = (typeof failedPaymentRules)[number]

/** Narrows an external string to a value of an enumeration, e.g. `isOneOf(weekdays, row.weekday)`. */
export function isOneOf<const T extends string>(values: readonly T[], value: unknown): value is T {
  return typeof value === 'string' && (values as readonly string[]).includes(value)
}
