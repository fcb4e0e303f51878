'use client'
import { NativeSelect, Switch } from '@mantine/core'
import type { StaffLot } from '@openspot/contract/lots/lots.ts'
import { formatMinutes } from '@openspot/core/time/format.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'
import { useTranslations } from 'use-intl'
import { CountField } from '@/ui/count-field.tsx'
import { lengthText } from '@/ui/figures.ts'
import { FieldRow } from '@/ui/panel.tsx'
import css from './lot-settings.module.css'
import { PercentOf } from './percent-of.tsx'
import { SettingsPanel } from './settings-panel.tsx'
import { type SettingsForm, useSettingsForm } from './use-settings-form.ts'

const grids = [1, 5, 10, 15, 30, 60]
const counts = {
  hold_minutes: { min: 1, max: 60, unit: 'minutes' },
  accept_hours: { min: 1, max: 720, unit: 'hours' },
  offer_minutes: { min: 5, max: 1440, unit: 'minutes' },
  problem_full_refund_minutes: { min: 0, max: 10_080, unit: 'minutes' },
  fine_due_days: { min: 1, max: 90, unit: 'days' },
  fine_appeal_days: { min: 1, max: 90, unit: 'days' },
  camera_image_hours: { min: 0, max: 168, unit: 'hours' },
  camera_grace_minutes: { min: 0, max: 240, unit: 'minutes' },
  host_notice_days: { min: 0, max: 90, unit: 'days' },
  long_term_days: { min: 1, max: 366, unit: 'days' },
} as const
type Count = keyof typeof counts
const fields = [
  'hold_minutes',
  'accept_hours',
  'offer_minutes',
  'host_notice_days',
  'snap_minutes',
  'long_term_days',
  'cancel_until_minutes_after_start',
  'gives_back_rest',
  'problem_full_refund_minutes',
  'fine_due_days',
  'fine_appeal_days',
  'camera_image_hours',
  'camera_grace_minutes',
  'host_rate_min_bps',
  'host_rate_max_bps',
] as const

/** Minutes after the start; below zero before it. */
const cancelMinutes = [-10_080, -4320, -2880, -1440, -720, -360, -120, -60, -30, 0, 15, 30, 60, 120, 1440]

/** The usual times, and the one that is set. */
const cancelChoices = (current: number): number[] =>
  [...new Set([...cancelMinutes, current])].toSorted((a, b) => a - b)

function cancelText(t: Translate, minutes: number): string {
  if (minutes === 0) return t('lotSettings.policies.cancelAtStart')
  const length = formatMinutes(Math.abs(minutes), localeOf(t))
  return minutes < 0
    ? t('lotSettings.policies.cancelBefore', { length })
    : t('lotSettings.policies.cancelAfter', { length })
}

/** Policies for bookings, changes, and subletting. */
export function Policies({ settings }: { settings: StaffLot }) {
  const t = useTranslations()
  const form = useSettingsForm(settings, fields)
  const { values, change, errorAt } = form
  const isReady = fields.every((field) => !Number.isNaN(values[field]))
  return (
    <SettingsPanel
      title={t('lotSettings.policies.title')}
      text={t('lotSettings.policies.text')}
      form={form}
      isReady={isReady}
    >
      <FieldRow>
        <NativeSelect
          label={t('lotSettings.policies.snap_minutes')}
          size="md"
          data={grids.map((value) => ({
            value: String(value),
            label: lengthText(t, value, 'minute'),
          }))}
          value={String(values.snap_minutes)}
          error={errorAt('snap_minutes')}
          onChange={(event) => change({ snap_minutes: Number(event.currentTarget.value) })}
        />
        <CountOf form={form} field="hold_minutes" />
        <NativeSelect
          label={t('lotSettings.policies.cancel')}
          size="md"
          data={cancelChoices(settings.cancel_until_minutes_after_start).map((minutes) => ({
            value: String(minutes),
            label: cancelText(t, minutes),
          }))}
          value={String(values.cancel_until_minutes_after_start)}
          error={errorAt('cancel_until_minutes_after_start')}
          onChange={(event) =>
            change({ cancel_until_minutes_after_start: Number(event.currentTarget.value) })
          }
        />
      </FieldRow>
      <FieldRow>
        <CountOf form={form} field="accept_hours" />
        <CountOf form={form} field="offer_minutes" />
        <CountOf form={form} field="long_term_days" />
      </FieldRow>
      <Switch
        label={t('lotSettings.policies.gives_back_rest')}
        checked={values.gives_back_rest}
        onChange={(event) => change({ gives_back_rest: event.currentTarget.checked })}
      />
      <FieldRow>
        <CountOf form={form} field="problem_full_refund_minutes" />
        <CountOf form={form} field="fine_due_days" />
        <CountOf form={form} field="fine_appeal_days" />
      </FieldRow>
      <h3 className={css.part}>{t('lotSettings.policies.cameras')}</h3>
      <FieldRow>
        <CountOf form={form} field="camera_image_hours" />
        <CountOf form={form} field="camera_grace_minutes" />
      </FieldRow>
      <p className={css.quiet}>{t('lotSettings.policies.camerasText')}</p>
      <h3 className={css.part}>{t('lotSettings.policies.hosts')}</h3>
      <FieldRow>
        <CountOf form={form} field="host_notice_days" />
        <PercentOf
          form={form}
          field="host_rate_min_bps"
          label={t('lotSettings.policies.host_rate_min_bps')}
        />
        <PercentOf
          form={form}
          field="host_rate_max_bps"
          label={t('lotSettings.policies.host_rate_max_bps')}
        />
      </FieldRow>
      <p className={css.quiet}>{t('lotSettings.policies.hostsText')}</p>
    </SettingsPanel>
  )
}

function CountOf({ form, field }: { form: SettingsForm; field: Count }) {
  const t = useTranslations()
  const { min, max, unit } = counts[field]
  const value = form.values[field]
  return (
    <CountField
      min={min}
      max={max}
      unit={t(`lotSettings.policies.${unit}`)}
      label={t(`lotSettings.policies.${field}`)}
      value={Number.isNaN(value) ? null : value}
      error={form.errorAt(field)}
      onChange={(next) => form.change({ [field]: next ?? Number.NaN })}
    />
  )
}
