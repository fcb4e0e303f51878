'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { PercentField, percentDraft, readPercent } from '@/ui/percent-field.tsx'
import type { SettingsForm } from './use-settings-form.ts'

/** A percentage setting of a lot. While it cannot be parsed, the form holds no number and cannot be saved. */
export function PercentOf({
  form,
  field,
  label,
}: {
  form: SettingsForm
  field:
    | 'host_rate_min_bps'
    | 'host_rate_max_bps'
    | 'host_share_bps'
    | 'service_fee_bps'
    | 'platform_share_bps'
  label: string
}) {
  const t = useTranslations()
  const value = form.values[field] ?? Number.NaN
  const [typed, setTyped] = useState('')
  const isTyped = (readPercent(typed) ?? Number.NaN) === value || Number.isNaN(value)
  return (
    <PercentField
      label={label}
      text={isTyped ? typed : percentDraft(t, value)}
      error={form.errorAt(field)}
      onChange={(text) => {
        setTyped(text)
        form.change({ [field]: readPercent(text) ?? Number.NaN })
      }}
    />
  )
}
