/** The notice to the owners of a lot that guidance changed its prices on schedule. */
export const priceNoticeKinds = ['PRICES_GUIDED'] as const

/**
 * What guidance says about an hour of the week. BUSY and QUIET suggest another price; LIMITED would, but the bounds, the largest
 * step, or the rounding leave none. UNSETTLED: the price changed less than `MIN_WEEKS` ago.
 */
export const guidanceReasons = [
  'BUSY',
  'QUIET',
  'LIMITED',
  'IN_BAND',
  'UNSETTLED',
  'TOO_LITTLE_DATA',
  'CLOSED',
] as const
export type GuidanceReason = (typeof guidanceReasons)[number]

/** Whether guidance can say anything about a lot, and why not. */
export const guidanceStates = ['READY', 'NO_HOUR_PRICE', 'NO_SPOTS', 'TOO_LITTLE_DATA'] as const
export type GuidanceState = (typeof guidanceStates)[number]
