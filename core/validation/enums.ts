/** What a validation option gives of what the driver paid: up to an amount, a percentage, or the price of a time. */
export const validationDiscounts = ['AMOUNT', 'PERCENT', 'TIME'] as const
export type ValidationDiscount = (typeof validationDiscounts)[number]
/** How a partner pays the lot: later, by statement, or in advance. */
export const validationBillings = ['STATEMENT', 'PREPAID'] as const
/** Who validated: the driver with the partner's QR code, the partner on its tablet, or staff. */
export const validationSources = ['DRIVER', 'PARTNER', 'STAFF'] as const
export type ValidationSource = (typeof validationSources)[number]
/** The entries in a partner's account. A RETURN takes back a part of a validation whose parking was refunded. */
export const validationEntryKinds = ['PAYMENT', 'VALIDATION', 'RETURN', 'CORRECTION'] as const
/** Why an option can't validate a reservation, in the order in which they are checked (`check_option`). */
export const validationRefusals = [
  'WRONG_LOT',
  'NOT_ACTIVE',
  'ALREADY_VALIDATED',
  'FREE_RESERVATION',
  'OPEN_ENDED',
  'TOO_LATE',
  'OPTION_PAUSED',
  'OUTSIDE_DATES',
  'WRONG_WEEKDAY',
  'NOT_PAID',
  'NOTHING_LEFT',
  'NOT_STARTED',
  'BUDGET_SPENT',
  'CAP_REACHED',
  'LIMIT_PER_DRIVER',
  'TABLET_LIMIT',
] as const
export type ValidationRefusal = (typeof validationRefusals)[number]
