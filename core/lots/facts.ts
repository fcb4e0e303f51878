/** How vehicles get into a lot. The database has the same type. */
export const entryMethods = ['PHONE_GATE', 'TICKET_GATE', 'PLATE_READER', 'ATTENDANT', 'OPEN_ACCESS'] as const
export type EntryMethod = (typeof entryMethods)[number]

/** Whether a pass may open a gate of the lot, as far as its entry methods tell. A lot that named none may have one. */
export const mayHavePhoneGate = (methods: readonly EntryMethod[]): boolean =>
  methods.includes('PHONE_GATE') || !methods.includes('OPEN_ACCESS')

/** How people can pay a lot. The database has the same type. */
export const onSitePayments = ['APP', 'CARD', 'CONTACTLESS', 'CASH'] as const

/** What a lot offers besides its spots. The database has the same type. */
export const lotAmenities = [
  'COVERED',
  'LIGHTED',
  'STAFFED',
  'SECURITY_CAMERAS',
  'ELEVATOR',
  'ACCESSIBLE',
  'RESTROOM',
  'EV_CHARGING',
  'BIKE_PARKING',
  'SHUTTLE',
  'RE_ENTRY',
] as const
export type LotAmenity = (typeof lotAmenities)[number]

/** The bounds of a height clearance. The database has the same. */
export const clearanceLimits = { min_mm: 1000, max_mm: 10_000 } as const
const MM_PER_INCH = 25.4

/** A height in feet and inches, rounded down, because a vehicle must not be told that it fits when it doesn't. */
export function toFeet(mm: number): { feet: number; inches: number } {
  // Whole inches were rounded to millimeters, down by up to half of one: 41 inches are 1,041.4 mm.
  const inches = Math.floor((mm + 0.5) / MM_PER_INCH)
  return { feet: Math.floor(inches / 12), inches: inches % 12 }
}

/** Feet and inches in whole millimeters. */
export const toMillimeters = ({ feet, inches }: { feet: number; inches: number }): number =>
  Math.round((feet * 12 + inches) * MM_PER_INCH)

/** The most photos that a lot shows. The database has the same limit. */
export const MAX_LOT_PHOTOS = 8
export const MAX_CAPTION_LENGTH = 140
