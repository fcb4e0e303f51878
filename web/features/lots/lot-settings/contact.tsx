'use client'
import { TextInput } from '@mantine/core'
import type { StaffLot } from '@openspot/contract/lots/lots.ts'
import { formatPhone } from '@openspot/core/phones/phones.ts'
import { useTranslations } from 'use-intl'
import { FieldRow } from '@/ui/panel.tsx'
import { SettingsPanel } from './settings-panel.tsx'
import { useSettingsForm } from './use-settings-form.ts'

/** How drivers reach the lot from their pass. */
export function Contact({ settings }: { settings: StaffLot }) {
  const t = useTranslations()
  const { contact_phone } = settings
  const phone = contact_phone && formatPhone(contact_phone, settings.country)
  const form = useSettingsForm({ ...settings, contact_phone: phone }, ['contact_phone', 'contact_email'])
  const { values, change, errorAt } = form
  return (
    <SettingsPanel title={t('lotSettings.contact.title')} text={t('lotSettings.contact.text')} form={form}>
      <FieldRow>
        <TextInput
          type="tel"
          autoComplete="off"
          label={t('lotSettings.contact.phone')}
          maxLength={40}
          value={values.contact_phone ?? ''}
          error={errorAt('contact_phone')}
          onChange={(event) => change({ contact_phone: event.currentTarget.value || null })}
        />
        <TextInput
          type="email"
          autoComplete="off"
          label={t('lotSettings.contact.email')}
          maxLength={254}
          value={values.contact_email ?? ''}
          error={errorAt('contact_email')}
          onChange={(event) => change({ contact_email: event.currentTarget.value || null })}
        />
      </FieldRow>
    </SettingsPanel>
  )
}
