import type { PublicLot } from '@openspot/contract/lots/lots.ts'
import { formatHeight } from '@openspot/core/geo/format-height.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'

type ShortFactsOf = Pick<PublicLot, 'clearance_mm' | 'entry_methods'> & Partial<Pick<PublicLot, 'amenities'>>

/** What a driver most needs of a lot, in a few words each: entry, height limit, and at most two amenities. */
export const shortFacts = (
  t: Translate,
  { clearance_mm, entry_methods, amenities = [] }: ShortFactsOf,
): string[] => [
  ...entry_methods.slice(0, 1).map((method) => t(`lotFacts.entry.${method}.short`)),
  ...(clearance_mm === null
    ? []
    : [t('lotFacts.clearance', { height: formatHeight(clearance_mm, localeOf(t)) })]),
  ...amenities.slice(0, 2).map((amenity) => t(`lotFacts.amenities.${amenity}`)),
]
