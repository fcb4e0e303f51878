import type { SpotFeature, SpotType } from '@openspot/core/enums.ts'
import { type When, whenParams } from './when.ts'

/** Returns the URL of the lot's page with the time range and preferences. */
export const lotPath = (
  public_id: string,
  when: When,
  preferences: { types: readonly SpotType[]; features: readonly SpotFeature[] },
): string =>
  `/l/${public_id}?${new URLSearchParams({
    ...whenParams(when),
    ...(preferences.types.length > 0 ? { types: preferences.types.join(',') } : {}),
    ...(preferences.features.length > 0 ? { features: preferences.features.join(',') } : {}),
  })}`

/** The pages of the staff console that several screens link to. */
export const reservationPath = (lot_id: string, reservation_id: string): string =>
  `/lots/${lot_id}/reservations/${reservation_id}`
export const spotPath = (lot_id: string, spot_id: string): string => `/lots/${lot_id}/spots/${spot_id}`
export const memberPath = (lot_id: string, user_id: string) => `/lots/${lot_id}/members/${user_id}`
export const rulesPath = (lot_id: string): string => `/lots/${lot_id}/rules`
/** Returns the path of a rule set, or of a new one with `new`; optionally of a version. */
export const ruleSetPath = (lot_id: string, rule_set_id: string, version?: number): string =>
  `${rulesPath(lot_id)}/${rule_set_id}${version === undefined ? '' : `?version=${version}`}`
