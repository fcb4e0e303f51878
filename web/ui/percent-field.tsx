'use client'
import { TextInput } from '@mantine/core'
import { withDecimalMark } from '@openspot/core/money/money.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'
import { useTranslations } from 'use-intl'

/** Returns the text of a percentage without its sign: 1250 is "12.5". */
export const percentDraft = (t: Translate, bps: number | null): string =>
  bps === null ? '' : withDecimalMark(String(Math.abs(bps) / 100), localeOf(t))

/** Parses a typed percentage into basis points; null if empty or invalid. */
export function readPercent(text: string): number | null {
  const parts = /^(\d{1,5})(?:[.,](\d{0,2}))?$/.exec(text.replaceAll(/\s/g, ''))
  return parts ? Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0')) : null
}

/** A percentage with two decimals and without a sign. A parse error is shown below. */
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
  const t = useTranslations()
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
      error={error ?? (isUnread ? t('price.percentUnread') : null)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
