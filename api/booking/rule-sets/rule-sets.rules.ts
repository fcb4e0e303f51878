import { spotTypes } from '@openspot/core/enums.ts'
import { fineReasons } from '@openspot/core/fines/enums.ts'
import { type FineTerms, fineTermsFault } from '@openspot/core/fines/terms.ts'
import { rulesFault } from '@openspot/core/rules/rules-problem.ts'
import type { Rules } from '@openspot/core/rules/types.ts'
import type { Db } from '@openspot/db/database.ts'
import { reasonText } from '@openspot/messages/reason-text.ts'
import { refuse } from '../../errors.ts'
import { countZones } from '../prices/prices.sql.ts'

/**
 * Validates rules and returns them in canonical form, so that equal rules make no new version. Throws `request_invalid`
 * on the field at fault.
 * @param within the name of the rules in the request
 */
export async function readRules(db: Db, lot_id: string, requested: Rules, within = 'rules'): Promise<Rules> {
  const fault = rulesFault(requested)
  if (fault)
    refuse('request_invalid', {
      field: `${within}.${fault.field}`,
      message: (t) => reasonText(t, fault.reason),
    })
  const { spot_types, zone_ids, nth_spot_prices } = requested
  if (zone_ids && (await countZones(db, lot_id, zone_ids)) !== zone_ids.length) {
    refuse('request_invalid', {
      field: `${within}.zone_ids`,
      message: (t) => t('apiErrors.lot.zonesUnknown'),
    })
  }
  return {
    max_short_reservations: requested.max_short_reservations,
    max_long_reservations: requested.max_long_reservations,
    min_duration_minutes: requested.min_duration_minutes,
    max_duration_minutes: requested.max_duration_minutes,
    max_ahead_days: requested.max_ahead_days,
    max_hours: requested.max_hours,
    spot_types: spot_types && spotTypes.filter((type) => spot_types.includes(type)),
    zone_ids: zone_ids && [...zone_ids].sort(),
    nth_spot_prices: nth_spot_prices.toSorted((a, b) => a.nth - b.nth),
  }
}

/** The same for what a rule set says about fines. */
export function readFineTerms(requested: FineTerms | null): FineTerms | null {
  if (requested === null) return null
  const fault = fineTermsFault(requested)
  if (fault) refuse('request_invalid', { field: 'fine_terms.reasons', message: (t) => reasonText(t, fault) })
  const place = ({ reason }: FineTerms['reasons'][number]) => fineReasons.indexOf(reason)
  return {
    within_days: requested.within_days,
    reasons: requested.reasons
      .map(({ reason, warnings, amounts_cents }) => ({ reason, warnings, amounts_cents }))
      .toSorted((a, b) => place(a) - place(b)),
  }
}
