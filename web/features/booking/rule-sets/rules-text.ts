import type { Zone } from '@openspot/contract/booking/prices.ts'
import type { RuleSet, Rules } from '@openspot/contract/booking/rule-sets.ts'
import { clockText } from '@/lib/clock-text.ts'
import type { Translate } from '@/lib/messages/translate.ts'
import { percentDraft } from '@/ui/percent-field.tsx'
import { listText } from '@/ui/recurrence-text.ts'
import { words } from '@/words/index.ts'
import { lengthDraft } from './length-draft.ts'

const say = words.ruleSets
const MAX_GROUPS = 3

function lengthText(minutes: number): string {
  const { count, unit } = lengthDraft(minutes, 'MINUTES')
  return say.says.length(count ?? 0, unit)
}

/** Returns the rules as sentences. */
export function rulesText(t: Translate, rules: Rules, zones: readonly Zone[]): string[] {
  const { says } = say
  const said = <T>(value: T | null, text: (value: T) => string): string[] =>
    value === null ? [] : [text(value)]
  const zoneName = (id: string) => zones.find((zone) => zone.id === id)?.name ?? t('prices.calendar.goneZone')
  const sentences = [
    ...said(rules.max_short_reservations, says.short),
    ...said(rules.max_long_reservations, says.long),
    ...said(rules.min_duration_minutes, (minutes) =>
      t('ruleSets.says.least', { length: lengthText(minutes) }),
    ),
    ...said(rules.max_duration_minutes, (minutes) =>
      t('ruleSets.says.most', { length: lengthText(minutes) }),
    ),
    ...said(rules.max_ahead_days, says.ahead),
    ...said(rules.max_hours, ({ hours, per }) => says.hours(hours, per)),
    ...said(rules.spot_types, (types) =>
      t('ruleSets.says.types', { names: listText(types.map((type) => t(`spot.types.${type}`))) }),
    ),
    ...said(rules.zone_ids, (ids) => t('ruleSets.says.zones', { names: listText(ids.map(zoneName)) })),
    ...rules.nth_spot_prices.map(({ nth, percent_bps }) => {
      if (percent_bps === 0) return says.nthSame(nth)
      return (percent_bps < 0 ? says.nthLess : says.nthMore)(nth, percentDraft(percent_bps))
    }),
  ]
  return sentences.length === 0 ? [t('ruleSets.says.nothing')] : sentences
}

/** Returns whom a rule set applies to. */
export function whoText(
  t: Translate,
  { is_default, groups }: Pick<RuleSet, 'is_default' | 'groups'>,
): string {
  const names = groups.slice(0, MAX_GROUPS).map(({ name }) => name)
  const more = groups.length - names.length
  const parts = [
    is_default ? t('ruleSets.default') : '',
    more > 0
      ? t('ruleSets.moreGroups', { names: names.join(', '), more })
      : names.length > 0
        ? t('ruleSets.groups', { names: listText(names) })
        : '',
  ].filter(Boolean)
  return parts.join(' · ') || t('ruleSets.nobody')
}

/** Returns the rule sets as CSV rows with a header. */
export function ruleSetRows(
  t: Translate,
  sets: readonly RuleSet[],
  zones: readonly Zone[],
  zone: string,
): string[][] {
  return [
    Object.values(say.csv),
    ...sets.map((set) => [
      set.id,
      set.name,
      String(set.is_default),
      set.groups.map(({ name }) => name).join('; '),
      String(set.version),
      clockText(set.changed_at, zone),
      rulesText(t, set.rules, zones).join('; '),
    ]),
  ]
}
