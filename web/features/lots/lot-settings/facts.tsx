'use client'
import { Checkbox, NumberInput } from '@mantine/core'
import type { StaffLot } from '@openspot/contract/lots/lots.ts'
import { hasFeet } from '@openspot/core/geo/format-height.ts'
import {
  entryMethods,
  lotAmenities,
  onSitePayments,
  toFeet,
  toMillimeters,
} from '@openspot/core/lots/facts.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import { useTranslations } from 'use-intl'
import css from './lot-settings.module.css'
import { SettingsPanel } from './settings-panel.tsx'
import { useSettingsForm } from './use-settings-form.ts'

const fields = ['clearance_mm', 'entry_methods', 'on_site_payments', 'amenities'] as const

/** What drivers ask before they come: height limit, entry, payment, and amenities. */
export function Facts({ settings }: { settings: StaffLot }) {
  const t = useTranslations()
  const form = useSettingsForm(settings, fields)
  const { values, change, errorAt } = form
  return (
    <SettingsPanel title={t('lotFacts.settings.title')} text={t('lotFacts.settings.text')} form={form}>
      <Clearance
        mm={values.clearance_mm}
        error={errorAt('clearance_mm')}
        onChange={(clearance_mm) => change({ clearance_mm })}
      />
      <Several
        legend={t('lotFacts.entryTitle')}
        all={entryMethods}
        chosen={values.entry_methods}
        error={errorAt('entry_methods')}
        textOf={(method) => t(`lotFacts.entry.${method}.short`)}
        onChange={(entry_methods) => change({ entry_methods })}
      />
      <Several
        legend={t('lotFacts.paymentsTitle')}
        all={onSitePayments}
        chosen={values.on_site_payments}
        error={errorAt('on_site_payments')}
        textOf={(kind) => t(`lotFacts.payments.${kind}`)}
        onChange={(on_site_payments) => change({ on_site_payments })}
      />
      <Several
        legend={t('lotFacts.amenitiesTitle')}
        all={lotAmenities}
        chosen={values.amenities}
        error={errorAt('amenities')}
        textOf={(amenity) => t(`lotFacts.amenities.${amenity}`)}
        onChange={(amenities) => change({ amenities })}
      />
    </SettingsPanel>
  )
}

/** Some of a list, in the order of the list. */
function Several<const Value extends string>({
  legend,
  all,
  chosen,
  error,
  textOf,
  onChange,
}: {
  legend: string
  all: readonly Value[]
  chosen: readonly Value[]
  error: string | null
  textOf: (value: Value) => string
  onChange: (next: Value[]) => void
}) {
  return (
    <Checkbox.Group
      label={legend}
      error={error}
      value={[...chosen]}
      onChange={(next) => onChange(all.filter((value) => next.includes(value)))}
    >
      <div className={css.checks}>
        {all.map((value) => (
          <Checkbox key={value} value={value} label={textOf(value)} />
        ))}
      </div>
    </Checkbox.Group>
  )
}

/** A height in the units of the reader's signs: feet and inches, or meters. */
function Clearance({
  mm,
  error,
  onChange,
}: {
  mm: number | null
  error: string | null
  onChange: (mm: number | null) => void
}) {
  const t = useTranslations()
  const typed = (value: number | string) => (typeof value === 'number' ? value : null)
  if (!hasFeet(localeOf(t))) {
    return (
      <NumberInput
        label={`${t('lotFacts.settings.clearance')} (${t('lotFacts.settings.meters')})`}
        description={t('lotFacts.settings.clearanceHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        className={css.height}
        min={1}
        max={10}
        step={0.05}
        decimalScale={2}
        value={mm === null ? '' : mm / 1000}
        error={error}
        onChange={(value) => onChange(typed(value) === null ? null : Math.round(Number(value) * 1000))}
      />
    )
  }
  const { feet, inches } = mm === null ? { feet: null, inches: null } : toFeet(mm)
  const set = (next: { feet: number | null; inches: number | null }) =>
    onChange(
      next.feet === null && next.inches === null
        ? null
        : toMillimeters({ feet: next.feet ?? 0, inches: next.inches ?? 0 }),
    )
  return (
    <fieldset className={css.clearance}>
      <legend>{t('lotFacts.settings.clearance')}</legend>
      <div className={css.heights}>
        <NumberInput
          label={t('lotFacts.settings.feet')}
          min={0}
          max={32}
          allowDecimal={false}
          value={feet ?? ''}
          error={error}
          onChange={(value) => set({ feet: typed(value), inches: typed(value) === null ? null : inches })}
        />
        <NumberInput
          label={t('lotFacts.settings.inches')}
          min={0}
          max={11}
          allowDecimal={false}
          value={inches ?? ''}
          onChange={(value) => set({ feet, inches: typed(value) })}
        />
      </div>
      <p className={css.hint}>{t('lotFacts.settings.clearanceHint')}</p>
    </fieldset>
  )
}
