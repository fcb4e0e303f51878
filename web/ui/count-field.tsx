'use client'
import { NumberInput } from '@mantine/core'
import type { ReactNode } from 'react'

/** A whole number or nothing, for limits and counts. */
export function CountField({
  label,
  value,
  max,
  min = 0,
  unit,
  description,
  placeholder,
  error,
  onChange,
}: {
  label: string
  value: number | null
  min?: number
  max: number
  /** The counted unit, shown at the end of the field. */
  unit?: string
  description?: ReactNode
  placeholder?: string
  error?: string | null
  onChange: (value: number | null) => void
}) {
  return (
    <NumberInput
      label={label}
      size="md"
      allowDecimal={false}
      allowNegative={false}
      min={min}
      max={max}
      hideControls
      value={value ?? ''}
      error={error}
      styles={{
        input: { fontVariantNumeric: 'tabular-nums' },
        section: { color: 'var(--os-ink-3)', fontSize: 12 },
      }}
      onChange={(next) => onChange(next === '' ? null : Number(next))}
      {...(unit === undefined
        ? {}
        : {
            rightSection: <span aria-hidden="true">{unit}</span>,
            rightSectionWidth: 20 + unit.length * 8,
          })}
      {...(description === undefined ? {} : { description })}
      {...(placeholder === undefined ? {} : { placeholder })}
    />
  )
}
