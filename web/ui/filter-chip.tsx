'use client'
import { MenuChip } from './menu-chip.tsx'

/** A filter with one of some values, or any. */
export function FilterChip<Value extends string>({
  label,
  any,
  values,
  value,
  textOf = (one) => one,
  onChange,
}: {
  label: string
  /** The text for no filter. */
  any: string
  values: readonly Value[]
  value: Value | null
  textOf?: (value: Value) => string
  onChange: (value: Value | null) => void
}) {
  return (
    <MenuChip
      label={label}
      value={value === null ? any : textOf(value)}
      choices={[null, ...values].map((one) => ({
        id: one ?? '',
        text: one === null ? any : textOf(one),
        chosen: one === value,
        choose: () => onChange(one),
      }))}
    />
  )
}
