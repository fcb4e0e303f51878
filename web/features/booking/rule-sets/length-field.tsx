'use client'
import { NativeSelect } from '@mantine/core'
import { isOneOf } from '@openspot/core/enums.ts'
import { useTranslations } from 'use-intl'
import { CountField } from '@/ui/count-field.tsx'
import { type LengthDraft, lengthUnits } from './length-draft.ts'
import css from './rule-sets.module.css'

/** A length with its unit; empty means no limit. */
export function LengthField({
  label,
  draft,
  error,
  onChange,
}: {
  label: string
  draft: LengthDraft
  error: string | null
  onChange: (draft: LengthDraft) => void
}) {
  const t = useTranslations()
  return (
    <div>
      <div className={css.length}>
        <CountField
          label={label}
          placeholder={t('ruleSets.form.limitless')}
          max={527_040}
          value={draft.count}
          onChange={(count) => onChange({ ...draft, count })}
        />
        <NativeSelect
          aria-label={t('ruleSets.form.unitOf', { label })}
          data={lengthUnits.map((value) => ({ value, label: t(`ruleSets.form.lengthUnits.${value}`) }))}
          value={draft.unit}
          onChange={({ currentTarget: { value } }) =>
            isOneOf(lengthUnits, value) && onChange({ ...draft, unit: value })
          }
        />
      </div>
      {error ? (
        <p className={css.fault} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  )
}
