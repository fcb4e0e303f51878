import type { SpotFeature, SpotType } from '@openspot/core/enums.ts'
import { rebookTimes } from '@openspot/core/reservations/rebook.ts'
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

/**
 * Returns the URL that books a past reservation again: the same spot, unless any spot was chosen, the same vehicle, and the same time of
 * day.
 */
export function rebookPath(
  past: {
    lot: { public_id: string; time_zone: string }
    spot_id: string
    is_flexible: boolean
    car: { id: string } | null
    starts_at: string
    ends_at: string | null
  },
  now: string,
): string {
  const params = {
    ...(past.is_flexible ? {} : { spot_id: past.spot_id }),
    ...whenParams(rebookTimes(past, past.lot.time_zone, now)),
    ...(past.car ? { car_id: past.car.id } : {}),
  }
  return `/book/${past.lot.public_id}?${new URLSearchParams(params)}`
}

/** The pages of the staff console that several screens link to. */
export const reservationPath = (lot_id: string, reservation_id: string): string =>
  `/lots/${lot_id}/reservations/${reservation_id}`
/** A reservation of one's own spot as its host sees it, even for a host who is on the staff. */
export const hostedPath = (reservation_id: string): string => `/me/reservations/${reservation_id}?as=host`
export const mySpotPath = (spot_id: string): string => `/me/spots/${spot_id}`
export const spotPath = (lot_id: string, spot_id: string): string => `/lots/${lot_id}/spots/${spot_id}`
export const memberPath = (lot_id: string, user_id: string) => `/lots/${lot_id}/members/${user_id}`
export const rulesPath = (lot_id: string): string => `/lots/${lot_id}/rules`
/** Returns the path of a rule set, or of a new one with `new`; optionally of a version. */
export const ruleSetPath = (lot_id: string, rule_set_id: string, version?: number): string =>
  `${rulesPath(lot_id)}/${rule_set_id}${version === undefined ? '' : `?version=${version}`}`

/** The page of a city, or of a place in it, by its path as the API gives it, such as “us/il/chicago”. */
export const cityPath = (path: string): string =>
  `/parking/${path.split('/').map(encodeURIComponent).join('/')}`
