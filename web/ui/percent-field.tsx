'use client'
import { TextInput } from '@mantine/core'
import { words } from '@/words/index.ts'

/** What a field holds of a percentage without its sign: 1250 is "12.5". */
export const percentDraft = (bps: number | null): string => (bps === null ? '' : String(Math.abs(bps) / 100))

/** The percentage that was typed, in hundredths of a percent; null where nothing or nothing readable was. */
export function readPercent(text: string): number | null {
  const parts = /^(\d{1,5})(?:[.,](\d{0,2}))?$/.exec(text.replaceAll(/\s/g, ''))
  return parts ? Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0')) : null
}

/** A percentage to the hundredth, without a sign. What cannot be read is said below. */
export function PercentField({
  label,
  text,
  error,
  onChange,
}: {
  label: string
  text: string
  error?: string | null
  onChange: (text: string) => void
}) {
  const isUnread = text.trim() !== '' && readPercent(text) === null
  return (
    <TextInput
      label={label}
      value={text}
      inputMode="decimal"
      autoComplete="off"
      rightSection={<span aria-hidden="true">%</span>}
      styles={{
        input: { fontVariantNumeric: 'tabular-nums' },
        section: { color: 'var(--os-ink-3)', fontSize: 12 },
      }}
      error={error ?? (isUnread ? words.price.percentUnread : null)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
