import type { Zone } from '@openspot/contract/booking/prices.ts'
import type { RuleSet, Rules } from '@openspot/contract/booking/rule-sets.ts'
import { clockText } from '@/lib/clock-text.ts'
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
export function rulesText(rules: Rules, zones: readonly Zone[]): string[] {
  const { says } = say
  const said = <T>(value: T | null, text: (value: T) => string): string[] =>
    value === null ? [] : [text(value)]
  const zoneName = (id: string) =>
    zones.find((zone) => zone.id === id)?.name ?? words.prices.calendar.goneZone
  const sentences = [
    ...said(rules.max_short_reservations, says.short),
    ...said(rules.max_long_reservations, says.long),
    ...said(rules.min_duration_minutes, (minutes) => says.least(lengthText(minutes))),
    ...said(rules.max_duration_minutes, (minutes) => says.most(lengthText(minutes))),
    ...said(rules.max_ahead_days, says.ahead),
    ...said(rules.max_hours, ({ hours, per }) => says.hours(hours, per)),
    ...said(rules.spot_types, (types) => says.types(listText(types.map((type) => words.spot.types[type])))),
    ...said(rules.zone_ids, (ids) => says.zones(listText(ids.map(zoneName)))),
    ...rules.nth_spot_prices.map(({ nth, percent_bps }) => {
      if (percent_bps === 0) return says.nthSame(nth)
      return (percent_bps < 0 ? says.nthLess : says.nthMore)(nth, percentDraft(percent_bps))
    }),
  ]
  return sentences.length === 0 ? [says.nothing] : sentences
}

/** Returns whom a rule set applies to. */
export function whoText({ is_default, groups }: Pick<RuleSet, 'is_default' | 'groups'>): string {
  const names = groups.slice(0, MAX_GROUPS).map(({ name }) => name)
  const more = groups.length - names.length
  const parts = [
    is_default ? say.default : '',
    more > 0 ? say.moreGroups(names.join(', '), more) : names.length > 0 ? say.groups(listText(names)) : '',
  ].filter(Boolean)
  return parts.join(' · ') || say.nobody
}

/** Returns the rule sets as CSV rows with a header. */
export function ruleSetRows(sets: readonly RuleSet[], zones: readonly Zone[], zone: string): string[][] {
  return [
    Object.values(say.csv),
    ...sets.map((set) => [
      set.id,
      set.name,
      String(set.is_default),
      set.groups.map(({ name }) => name).join('; '),
      String(set.version),
      clockText(set.changed_at, zone),
      rulesText(set.rules, zones).join('; '),
    ]),
  ]
}
