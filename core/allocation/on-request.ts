import type { SpotFeature, SpotType } from '../enums.ts'

/** Types that any car fits in, and that nobody needs a permit for. */
export const carTypes = [
  'STANDARD',
  'COMPACT',
  'TANDEM',
  'EXTRA_WIDE',
  'STACKED',
  'SUPER_COMPACT',
] as const satisfies SpotType[]
/** Types that are assigned only to drivers who ask for them. */
export const typesOnRequest = [
  'ACCESSIBLE',
  'MOTORCYCLE',
  'SEMI_TRUCK',
  'STORAGE',
] as const satisfies SpotType[]
/** Features of stalls that other cars would block. */
export const chargerFeatures = ['EV_CHARGER', 'SHARED_EV_CHARGER'] as const satisfies SpotFeature[]

/** What a person wants of any spot; empty means a car without wishes. */
export interface SpotWishes {
  types: readonly string[]
  features: readonly string[]
}

/** Returns the types that are assigned: those that were asked for, or those for cars. */
export const assignedTypes = (types: readonly string[]): readonly string[] =>
  types.length > 0 ? types : carTypes

/** Whether a person asks for a charger, so that stalls with one may be assigned. */
export const wantsCharger = (features: readonly string[]): boolean =>
  chargerFeatures.some((feature) => features.includes(feature))

/**
 * Whether a spot is assigned only on request: accessible stalls, those with a charger, and those not for cars. The database
 * computes the same; tests compare with this.
 * @internal
 */
export const isOnRequest = (spot: { type: string; features: readonly string[] }): boolean =>
  typesOnRequest.some((type) => type === spot.type) || wantsCharger(spot.features)

/** Whether a spot may be assigned to a person who accepts any that fulfills these wishes. */
export const mayBeAssigned = (
  spot: { type: string; features: readonly string[] },
  { types, features }: SpotWishes,
): boolean =>
  assignedTypes(types).includes(spot.type) &&
  features.every((feature) => spot.features.includes(feature)) &&
  (wantsCharger(features) || !wantsCharger(spot.features))
