import type { RuleSet, Rules } from '@openspot/contract/booking/rule-sets.ts'
import type { SpotType } from '@openspot/core/enums.ts'
import { noRules } from '@openspot/core/rules/no-rules.ts'
import type { HourPeriod } from '@openspot/core/rules/types.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { percentDraft, readPercent } from '@/ui/percent-field.tsx'
import { type FineTermsDraft, fineTermsDraft } from './fine-terms-draft.ts'
import { type LengthDraft, lengthDraft, readLength } from './length-draft.ts'

/** The price of a further spot as edited; the key identifies its row. */
export interface NthDraft {
  key: number
  nth: number | null
  way: 'MORE' | 'LESS'
  percent: string
}

/** A rule set as edited in the form. */
export interface RulesDraft {
  name: string
  is_default: boolean
  max_short_reservations: number | null
  max_long_reservations: number | null
  min_duration: LengthDraft
  max_duration: LengthDraft
  max_ahead_days: number | null
  hours: number | null
  per: HourPeriod
  /** Empty means all, as with zones. */
  spot_types: SpotType[]
  zone_ids: string[]
  nth: NthDraft[]
  /** Null if the default rule set decides about fines. */
  fines: FineTermsDraft | null
  /** What the edits are based on. */
  of: Pick<RuleSet, 'name' | 'version' | 'revision'> | null
}

/** Returns the draft of existing rules, or of empty ones. */
export function rulesDraft(
  t: Translate,
  former: Pick<RuleSet, 'name' | 'is_default' | 'rules' | 'fine_terms' | 'version' | 'revision'> | null,
  currency: string,
): RulesDraft {
  const rules = former?.rules ?? noRules
  return {
    name: former?.name ?? '',
    is_default: former?.is_default ?? false,
    max_short_reservations: rules.max_short_reservations,
    max_long_reservations: rules.max_long_reservations,
    min_duration: lengthDraft(rules.min_duration_minutes, 'MINUTES'),
    max_duration: lengthDraft(rules.max_duration_minutes, 'HOURS'),
    max_ahead_days: rules.max_ahead_days,
    hours: rules.max_hours?.hours ?? null,
    per: rules.max_hours?.per ?? 'WEEK',
    spot_types: rules.spot_types ?? [],
    zone_ids: rules.zone_ids ?? [],
    nth: rules.nth_spot_prices.map(({ nth, percent_bps }, key) => ({
      key,
      nth,
      way: percent_bps < 0 ? 'LESS' : 'MORE',
      percent: percentDraft(t, percent_bps),
    })),
    fines: fineTermsDraft(t, former?.fine_terms ?? null, currency),
    of: former && { name: former.name, version: former.version, revision: former.revision },
  }
}

/** Parses the rules; null while one is invalid. */
export function readRules(draft: RulesDraft): Rules | null {
  const nth_spot_prices = draft.nth.map(({ nth, way, percent }) => {
    const bps = readPercent(percent)
    return nth === null || bps === null ? null : { nth, percent_bps: way === 'LESS' ? -bps : bps }
  })
  if (!nth_spot_prices.every((one) => one !== null)) return null
  return {
    max_short_reservations: draft.max_short_reservations,
    max_long_reservations: draft.max_long_reservations,
    min_duration_minutes: readLength(draft.min_duration),
    max_duration_minutes: readLength(draft.max_duration),
    max_ahead_days: draft.max_ahead_days,
    max_hours: draft.hours === null ? null : { hours: draft.hours, per: draft.per },
    spot_types: draft.spot_types.length === 0 ? null : draft.spot_types,
    zone_ids: draft.zone_ids.length === 0 ? null : draft.zone_ids,
    nth_spot_prices,
  }
}

/** Returns the next row for further spots, one above the highest. */
export function nextNth(rows: readonly NthDraft[]): NthDraft {
  const highest = rows.reduce((greatest, { nth }) => Math.max(greatest, nth ?? 1), 1)
  const key = rows.reduce((greatest, one) => Math.max(greatest, one.key), -1) + 1
  return { key, nth: highest + 1, way: 'MORE', percent: '' }
}
