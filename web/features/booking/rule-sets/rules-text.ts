import type { Zone } from '@openspot/contract/booking/prices.ts'
import type { RuleSet, Rules } from '@openspot/contract/booking/rule-sets.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { clockText } from '@/lib/clock-text.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { lengthText, listText, percentText } from '@/ui/figures.ts'
import { fineTermsText } from './fine-terms-text.ts'
import { lengthDraft } from './length-draft.ts'

const MAX_GROUPS = 3

const units = { MINUTES: 'minute', HOURS: 'hour', DAYS: 'day' } as const

function minutesText(t: Translate, minutes: number): string {
  const { count, unit } = lengthDraft(minutes, 'MINUTES')
  return lengthText(t, count ?? 0, units[unit])
}

/** Returns the rules as sentences. */
export function rulesText(t: Translate, rules: Rules, zones: readonly Zone[]): string[] {
  const said = <T>(value: T | null, text: (value: T) => string): string[] =>
    value === null ? [] : [text(value)]
  const zoneName = (id: string) => zones.find((zone) => zone.id === id)?.name ?? t('prices.calendar.goneZone')
  const sentences = [
    ...said(rules.max_short_reservations, (count) => t('ruleSets.says.short', { count })),
    ...said(rules.max_long_reservations, (count) => t('ruleSets.says.long', { count })),
    ...said(rules.min_duration_minutes, (minutes) =>
      t('ruleSets.says.least', { length: minutesText(t, minutes) }),
    ),
    ...said(rules.max_duration_minutes, (minutes) =>
      t('ruleSets.says.most', { length: minutesText(t, minutes) }),
    ),
    ...said(rules.max_ahead_days, (days) => t('ruleSets.says.ahead', { days })),
    ...said(rules.max_hours, ({ hours, per }) => t(`ruleSets.says.hours.${per}`, { hours })),
    ...said(rules.spot_types, (types) =>
      t('ruleSets.says.types', {
        names: listText(
          t,
          types.map((type) => t(`spot.types.${type}`)),
        ),
      }),
    ),
    ...said(rules.zone_ids, (ids) => t('ruleSets.says.zones', { names: listText(t, ids.map(zoneName)) })),
    ...rules.nth_spot_prices.map(({ nth, percent_bps }) => {
      if (percent_bps === 0) return t('ruleSets.says.nthSame', { nth })
      const percent = percentText(t, Math.abs(percent_bps))
      return percent_bps < 0
        ? t('ruleSets.says.nthLess', { nth, percent })
        : t('ruleSets.says.nthMore', { nth, percent })
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
      ? t('ruleSets.moreGroups', { names: names.join(t('common.comma')), more })
      : names.length > 0
        ? t('ruleSets.groups', { names: listText(t, names) })
        : '',
  ].filter(Boolean)
  return parts.join(' · ') || t('ruleSets.nobody')
}

/** Returns the rule sets as CSV rows with a header. */
export function ruleSetRows(
  t: Translate,
  sets: readonly RuleSet[],
  zones: readonly Zone[],
  lot: Pick<ConsoleLot, 'currency' | 'time_zone'>,
): string[][] {
  return [
    [
      t('csv.columns.id'),
      t('csv.columns.name'),
      t('csv.columns.is_default'),
      t('csv.columns.groups'),
      t('csv.columns.version'),
      t('csv.columns.changed_at'),
      t('csv.columns.rules'),
    ],
    ...sets.map((set) => [
      set.id,
      set.name,
      set.is_default ? t('csv.yes') : t('csv.no'),
      set.groups.map(({ name }) => name).join('; '),
      String(set.version),
      clockText(set.changed_at, lot.time_zone),
      [...rulesText(t, set.rules, zones), ...fineTermsText(t, set.fine_terms, lot.currency)].join('; '),
    ]),
  ]
}
