'use client'
import { Switch, Textarea, TextInput } from '@mantine/core'
import type { StaffLot } from '@openspot/contract/lots/lots.ts'
import { addressFields } from '@openspot/core/address.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FieldRow } from '@/ui/panel.tsx'
import { ShareButton } from '@/ui/share/share-button.tsx'
import { AddressFields } from './address-fields.tsx'
import { ConfirmTimeZone } from './confirm-time-zone.tsx'
import { CountryField } from './country-field.tsx'
import { FindAddress } from './find-address.tsx'
import type { FoundPlace } from './found-note.tsx'
import { LocationField } from './location-field.tsx'
import css from './lot-settings.module.css'
import { SettingsPanel } from './settings-panel.tsx'
import { TimeZoneChoice } from './time-zone-choice.tsx'
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
  'boundary',
  'time_zone',
] as const
type TextField = 'name' | 'managed_by' | 'time_zone'

/** Name and location of a lot. */
export function Details({ settings }: { settings: StaffLot }) {
  const t = useTranslations()
  const form = useSettingsForm(settings, fields)
  const { values, change, errorAt } = form
  const [found, setFound] = useState<FoundPlace | 'NOTHING' | null>(null)
  const isReady = values.name.trim() !== '' && Number.isFinite(values.lat) && Number.isFinite(values.lng)
  return (
    <SettingsPanel title={t('lotSettings.details.title')} form={form} isReady={isReady}>
      {form.zone_move ? (
        <ConfirmTimeZone
          move={form.zone_move}
          isBusy={form.isBusy}
          onYes={() => form.save(form.zone_move?.time_zone)}
          onClose={form.back}
        />
      ) : null}
      <FieldRow isWide>
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
      <AddressFields country={values.country} values={values} errorAt={errorAt} onChange={change} />
      <FieldRow isWide>
        <CountryField
          country={values.country}
          error={errorAt('country')}
          onChange={(country) => change({ country })}
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
      <TimeZoneChoice
        lat={values.lat}
        lng={values.lng}
        value={values.time_zone}
        onChange={(time_zone) => change({ time_zone })}
      />
      <FindAddress
        address={values}
        country={values.country}
        onFound={(place) => {
          setFound(place ?? 'NOTHING')
          if (place) change({ lat: place.lat, lng: place.lng })
        }}
      />
      <LocationField
        value={values}
        found={found}
        errorAt={errorAt}
        onChange={({ lat, lng, boundary }) => {
          setFound(null)
          change({
            // A coordinate that is being typed is no number yet, and the form waits for it.
            ...(lat === undefined ? {} : { lat: lat ?? Number.NaN }),
            ...(lng === undefined ? {} : { lng: lng ?? Number.NaN }),
            ...(boundary === undefined ? {} : { boundary }),
          })
        }}
      />
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
      onChange={(event) => change({ [field]: event.currentTarget.value })}
      {...(description === undefined ? {} : { description })}
    />
  )
}

/** Settings for who can find a lot and who can join it. */
export function Access({ settings }: { settings: StaffLot }) {
  const t = useTranslations()
  const form = useSettingsForm(settings, [
    'is_private',
    'invite_only',
    'refuses_vehicles_elsewhere',
    'is_plate_check_public',
  ])
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
          label={t('lotSettings.access.refuses_vehicles_elsewhere')}
          description={t('lotSettings.access.elsewhereText')}
          checked={form.values.refuses_vehicles_elsewhere}
          onChange={(event) => form.change({ refuses_vehicles_elsewhere: event.currentTarget.checked })}
        />
        <Switch
          label={t('lotSettings.access.is_plate_check_public')}
          description={t('lotSettings.access.checkText')}
          disabled={form.values.is_private}
          checked={form.values.is_plate_check_public && !form.values.is_private}
          onChange={(event) => form.change({ is_plate_check_public: event.currentTarget.checked })}
        />
        {settings.is_plate_check_public && !settings.is_private ? (
          <div>
            <ShareButton
              shared={{
                lot_id: settings.id,
                path: `/l/${settings.public_id}/check`,
                title: t('signs.leadsTo.PLATE_CHECK'),
              }}
              text={t('lotSettings.access.checkShare')}
              size="compact-sm"
              isNamed
            />
          </div>
        ) : null}
      </div>
    </SettingsPanel>
  )
}
