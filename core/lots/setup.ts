/** The steps in which an owner sets up a lot, in order. Whether one is done follows from the lot itself. */
export const lotSetupSteps = [
  'ADDRESS',
  'OUTLINE',
  'SPOTS',
  'PRICE',
  'PAGE',
  'PHOTOS',
  'SIGN',
  'STAFF',
  'PAYOUT_ACCOUNT',
] as const
export type LotSetupStep = (typeof lotSetupSteps)[number]

/** Without these, drivers cannot book the lot, or its owner is not paid. */
export const requiredSetupSteps: readonly LotSetupStep[] = ['ADDRESS', 'SPOTS', 'PRICE', 'PAYOUT_ACCOUNT']
/** The platform's share of a new lot's earnings in hundredths of a percent, unless it sets another. The database has the same default. */
export const DEFAULT_PLATFORM_SHARE_BPS = 1000
/** A draft of a lot that nobody touched for this long is deleted. */
export const DRAFT_DAYS = 180
/** The most corners of an outline that is drawn on a map. */
export const MAX_OUTLINE_CORNERS = 100
