import type { ResidentRules } from '@openspot/core/residents/decision.ts'
import type { Settings } from '@openspot/core/settings.ts'
import { localDate } from '@openspot/core/time/zone.ts'
import { minuteOf } from '../../booking/availability/moments.rules.ts'
import type { StoredDataSource } from '../data-sources/data-sources.sql.ts'

/** Returns the rules by which the rows of a data source are judged today. */
export function rulesOf(
  source: StoredDataSource,
  { environment }: Pick<Settings, 'environment'>,
  now: Date,
): ResidentRules {
  const {
    provider,
    country,
    contact_rule,
    early_in_days,
    late_out_days,
    requires_lease_end,
    requires_move_out,
  } = source
  const { roommates, excluded_statuses, status_meanings, imports_vehicles } = source
  return {
    provider,
    country,
    contact_rule,
    early_in_days,
    late_out_days,
    requires_lease_end,
    requires_move_out,
    roommates,
    excluded_statuses,
    status_meanings,
    imports_vehicles,
    today: localDate(source.time_zone, minuteOf(now)),
    // Numbers that are reserved for fiction belong to the demo and to tests.
    allows_fictional_phones: environment === 'local',
  }
}
