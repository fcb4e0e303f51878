'use client'
import { NativeSelect } from '@mantine/core'
import type { Zone } from '@openspot/contract/booking/prices.ts'
import type { Rules } from '@openspot/contract/booking/rule-sets.ts'
import { isOneOf, spotTypes } from '@openspot/core/enums.ts'
import { hourPeriods } from '@openspot/core/rules/types.ts'
import { useTranslations } from 'use-intl'
import { CountField } from '@/ui/count-field.tsx'
import { FieldRow } from '@/ui/panel.tsx'
import { CheckboxChips } from '@/ui/picks.tsx'
import { LengthField } from './length-field.tsx'
import { NthFields } from './nth-fields.tsx'
import css from './rule-sets.module.css'
import type { RulesDraft } from './rules-draft.ts'

/** All fields of a rule set: how many, how long, where, and at what price. */
export function RulesFields({
  draft,
  zones,
  long_term_days,
  errorAt,
  onChange,
}: {
  draft: RulesDraft
  zones: readonly Zone[]
  /** The longest short reservation of the lot. */
  long_term_days: number
  /** Returns the error message of a rule. */
  errorAt: (rule: keyof Rules) => string | null
  onChange: (part: Partial<RulesDraft>) => void
}) {
  const t = useTranslations()
  // A deleted zone stays visible so that it can be removed.
  const gone = draft.zone_ids.filter((id) => !zones.some((zone) => zone.id === id))
  return (
    <>
      <fieldset className={css.part}>
        <legend>{t('ruleSets.form.howMany')}</legend>
        <FieldRow>
          <CountField
            label={t('ruleSets.form.max_short_reservations')}
            description={t('ruleSets.form.shortText', { days: long_term_days })}
            placeholder={t('ruleSets.form.limitless')}
            max={1000}
            value={draft.max_short_reservations}
            error={errorAt('max_short_reservations')}
            onChange={(max_short_reservations) => onChange({ max_short_reservations })}
          />
          <CountField
            label={t('ruleSets.form.max_long_reservations')}
            description={t('ruleSets.form.longText', { days: long_term_days })}
            placeholder={t('ruleSets.form.limitless')}
            max={1000}
            value={draft.max_long_reservations}
            error={errorAt('max_long_reservations')}
            onChange={(max_long_reservations) => onChange({ max_long_reservations })}
          />
        </FieldRow>
      </fieldset>
      <fieldset className={css.part}>
        <legend>{t('ruleSets.form.howLong')}</legend>
        <div className={css.lengths}>
          <LengthField
            label={t('ruleSets.form.min_duration_minutes')}
            draft={draft.min_duration}
            error={errorAt('min_duration_minutes')}
            onChange={(min_duration) => onChange({ min_duration })}
          />
          <LengthField
            label={t('ruleSets.form.max_duration_minutes')}
            draft={draft.max_duration}
            error={errorAt('max_duration_minutes')}
            onChange={(max_duration) => onChange({ max_duration })}
          />
        </div>
        <div className={css.lengths}>
          <CountField
            label={t('ruleSets.form.max_ahead_days')}
            description={t('ruleSets.form.aheadText')}
            placeholder={t('ruleSets.form.limitless')}
            unit={t('ruleSets.form.days')}
            max={730}
            value={draft.max_ahead_days}
            error={errorAt('max_ahead_days')}
            onChange={(max_ahead_days) => onChange({ max_ahead_days })}
          />
          <div className={css.length}>
            <CountField
              label={t('ruleSets.form.max_hours')}
              description={t('ruleSets.form.hoursText')}
              placeholder={t('ruleSets.form.limitless')}
              unit={t('ruleSets.form.hours')}
              max={744}
              min={1}
              value={draft.hours}
              error={errorAt('max_hours')}
              onChange={(hours) => onChange({ hours })}
            />
            <NativeSelect
              aria-label={t('ruleSets.form.unitOf', { label: t('ruleSets.form.max_hours') })}
              data={hourPeriods.map((value) => ({ value, label: t(`ruleSets.form.periods.${value}`) }))}
              value={draft.per}
              onChange={({ currentTarget: { value } }) =>
                isOneOf(hourPeriods, value) && onChange({ per: value })
              }
            />
          </div>
        </div>
      </fieldset>
      <fieldset className={css.part}>
        <legend>{t('ruleSets.form.where')}</legend>
        <CheckboxChips
          legend={t('ruleSets.form.spot_types')}
          options={spotTypes.map((value) => ({ value, label: t(`spot.types.${value}`) }))}
          chosen={draft.spot_types}
          error={errorAt('spot_types')}
          onChange={(chosen) => onChange({ spot_types: chosen })}
        />
        {zones.length + gone.length > 0 ? (
          <CheckboxChips
            legend={t('ruleSets.form.zone_ids')}
            options={[
              ...zones.map(({ id, name }) => ({ value: id, label: name })),
              ...gone.map((id) => ({ value: id, label: t('ruleSets.form.goneZone') })),
            ]}
            chosen={draft.zone_ids}
            error={errorAt('zone_ids')}
            onChange={(zone_ids) => onChange({ zone_ids })}
          />
        ) : (
          <p className={css.quiet}>{t('ruleSets.form.noZones')}</p>
        )}
      </fieldset>
      <NthFields rows={draft.nth} fault={errorAt('nth_spot_prices')} onChange={(nth) => onChange({ nth })} />
    </>
  )
}
