import type { LotRow } from '@openspot/api/lots/lots/lots.sql.ts'
import { type LotAmenity, toMillimeters } from '@openspot/core/lots/facts.ts'
import type { LotPlan } from './plans/lot-plan.ts'

type Facts = Pick<LotRow, 'clearance_mm' | 'entry_methods' | 'on_site_payments' | 'amenities'>

/** What drivers ask about a demo lot, as it follows from its plan. */
export function factsOfPlan({ features = [], kinds = [], spots = 0, is_private, name }: LotPlan): Facts {
  const has = (feature: (typeof features)[number]) =>
    features.includes(feature) || kinds.some((kind) => kind.features?.includes(feature))
  const isIndoor = has('INDOOR')
  const isCovered = isIndoor || has('COVERED') || has('CARPORT')
  const isGated = has('GATED') || is_private === true
  const clearance = has('HIGH_CLEARANCE') ? { feet: 7, inches: 2 } : { feet: 6, inches: isIndoor ? 8 : 10 }
  const amenities: LotAmenity[] = [
    ...(isCovered ? (['COVERED'] as const) : []),
    'LIGHTED',
    ...(spots > 90 ? (['STAFFED'] as const) : []),
    ...(isIndoor ? (['SECURITY_CAMERAS'] as const) : []),
    ...(has('NEAR_ELEVATOR') ? (['ELEVATOR'] as const) : []),
    ...(kinds.some(({ type }) => type === 'ACCESSIBLE') ? (['ACCESSIBLE'] as const) : []),
    ...(has('EV_CHARGER') || has('SHARED_EV_CHARGER') ? (['EV_CHARGING'] as const) : []),
    ...(isGated ? [] : (['RE_ENTRY'] as const)),
  ]
  return {
    clearance_mm: isCovered ? toMillimeters(clearance) : null,
    entry_methods: isGated
      ? ['PHONE_GATE', 'PLATE_READER']
      : name.includes('Self Park')
        ? ['TICKET_GATE']
        : ['OPEN_ACCESS'],
    on_site_payments: isGated ? ['APP'] : ['APP', 'CARD', 'CONTACTLESS'],
    amenities,
  }
}
