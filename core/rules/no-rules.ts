import type { Rules } from './types.ts'

/** Rules that limit nothing, which a new lot starts with. */
export const noRules: Rules = {
  max_short_reservations: null,
  max_long_reservations: null,
  min_duration_minutes: null,
  max_duration_minutes: null,
  max_ahead_days: null,
  max_hours: null,
  spot_types: null,
  zone_ids: null,
  nth_spot_prices: [],
}
