'use client'
import { NumberInput, Switch, Textarea, TextInput } from '@mantine/core'
import type { StaffLot } from '@openspot/contract/lots/lots.ts'
import { type AddressField, addressFields, addressFieldsIn } from '@openspot/core/address.ts'
import { useTranslations } from 'use-intl'
import { FieldRow } from '@/ui/panel.tsx'
import css from './lot-settings.module.css'
import { SettingsPanel } from './settings-panel.tsx'
import { type SettingsForm, useSettingsForm } from './use-settings-form.ts'

/** Descriptions are placed below the inputs, so that adjacent inputs align. */
const below: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']
const fields = [
  'name',
  'description',
  'managed_by',
  ...addressFields,
  'country',
  'lat',
  'lng',
  'time_zone',
] as const
type TextField = 'name' | 'description' | 'managed_by' | AddressField | 'country' | 'time_zone'

/** Name and location of a lot. */
export function Details({ settings }: { settings: StaffLot }) {
  const t = useTranslations()
  const form = useSettingsForm(settings, fields)
  const { values, change, errorAt } = form
  const isReady = values.name.trim() !== '' && Number.isFinite(values.lat) && Number.isFinite(values.lng)
  return (
    <SettingsPanel title={t('lotSettings.details.title')} form={form} isReady={isReady}>
      <FieldRow>
        <Text form={form} field="name" label={t('lotSettings.details.name')} maxLength={120} isNeeded />
        <Text form={form} field="managed_by" label={t('lotSettings.details.managed_by')} maxLength={120} />
      </FieldRow>
      <Textarea
        label={t('lotSettings.details.description')}
        autosize
        minRows={2}
        maxLength={2000}
        value={values.description ?? ''}
        error={errorAt('description')}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      <FieldRow>
        {addressFieldsIn(values.country).map((field) => (
          <Text
            key={field}
            form={form}
            field={field}
            label={t(`lotSettings.address.${field}`, { country: values.country })}
            maxLength={field === 'postal_code' ? 20 : 120}
          />
        ))}
      </FieldRow>
      <FieldRow>
        <Text
          form={form}
          field="country"
          label={t('lotSettings.details.country')}
          maxLength={2}
          description={t('lotSettings.details.countryText')}
          isNeeded
        />
        <Text
          form={form}
          field="time_zone"
          label={t('lotSettings.details.time_zone')}
          maxLength={60}
          description={t('lotSettings.details.zoneText')}
          isNeeded
        />
      </FieldRow>
      <FieldRow>
        <Degrees form={form} field="lat" max={90} />
        <Degrees form={form} field="lng" max={180} />
      </FieldRow>
      <p className={css.quiet}>{t('lotSettings.details.positionText')}</p>
    </SettingsPanel>
  )
}

function Text({
  form: { values, change, errorAt },
  field,
  label,
  maxLength,
  description,
  isNeeded = false,
}: {
  form: SettingsForm
  field: TextField
  label: string
  maxLength: number
  description?: string
  isNeeded?: boolean
}) {
  return (
    <TextInput
      label={label}
      inputWrapperOrder={below}
      maxLength={maxLength}
      value={values[field] ?? ''}
      required={isNeeded}
      withAsterisk={false}
      error={errorAt(field)}
      onChange={({ currentTarget: { value } }) =>
        change({ [field]: field === 'country' ? value.toUpperCase() : value })
      }
      {...(description === undefined ? {} : { description })}
    />
  )
}

function Degrees({
  form: { values, change, errorAt },
  field,
  max,
}: {
  form: SettingsForm
  field: 'lat' | 'lng'
  max: number
}) {
  const t = useTranslations()
  return (
    <NumberInput
      label={t(`lotSettings.details.${field}`)}
      size="md"
      hideControls
      dir="ltr"
      decimalScale={7}
      min={-max}
      max={max}
      value={values[field]}
      error={errorAt(field)}
      onChange={(value) => change({ [field]: value === '' ? Number.NaN : Number(value) })}
    />
  )
}

/** Settings for who can find a lot and who can join it. */
export function Access({ settings }: { settings: StaffLot }) {
  const t = useTranslations()
  const form = useSettingsForm(settings, ['is_private', 'invite_only', 'is_plate_check_public'])
  return (
    <SettingsPanel title={t('lotSettings.access.title')} form={form}>
      <div className={css.switches}>
        <Switch
          label={t('lotSettings.access.is_private')}
          description={t('lotSettings.access.privateText')}
          checked={form.values.is_private}
          onChange={(event) => form.change({ is_private: event.currentTarget.checked })}
        />
        <Switch
          label={t('lotSettings.access.invite_only')}
          description={t('lotSettings.access.inviteText')}
          checked={form.values.invite_only}
          onChange={(event) => form.change({ invite_only: event.currentTarget.checked })}
        />
        <Switch
          label={t('lotSettings.access.is_plate_check_public')}
          description={t('lotSettings.access.checkText')}
          disabled={form.values.is_private}
          checked={form.values.is_plate_check_public && !form.values.is_private}
          onChange={(event) => form.change({ is_plate_check_public: event.currentTarget.checked })}
        />
      </div>
    </SettingsPanel>
  )
}
