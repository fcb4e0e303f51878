'use client'
import { TextInput } from '@mantine/core'
import { decimalOf, parseMoney, withDecimalMark } from '@openspot/core/money/money.ts'
import type { Reason } from '@openspot/core/reasons.ts'
import { reasonText } from '@openspot/messages/reason-text.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

/** Returns the text of an amount in a field; empty for none. */
export const moneyDraft = (t: Translate, cents: number | null, currency: string): string =>
  cents === null ? '' : withDecimalMark(decimalOf(cents, currency), localeOf(t))

export type ReadAmount = { ok: true; cents: number | null } | { ok: false; reason: Reason }

/** Parses a typed amount into minor units; null if empty. */
export function readMoney(t: Translate, text: string, currency: string): ReadAmount {
  if (text.trim() === '') return { ok: true, cents: null }
  const read = parseMoney(text, currency, localeOf(t))
  return read.ok ? { ok: true, cents: read.cents } : { ok: false, reason: read.reason }
}

/** An amount in the lot's currency. A parse error is shown below. */
export function MoneyField({
  label,
  text,
  currency,
  onChange,
  description,
  placeholder,
  error,
}: {
  label: string
  text: string
  currency: string
  onChange: (text: string) => void
  description?: ReactNode
  placeholder?: string
  error?: string | null
}) {
  const t = useTranslations()
  const read = readMoney(t, text, currency)
  return (
    <TextInput
      label={label}
      value={text}
      inputMode="decimal"
      autoComplete="off"
      rightSection={<span aria-hidden="true">{currency}</span>}
      rightSectionWidth={52}
      styles={{
        input: { fontVariantNumeric: 'tabular-nums' },
        section: { color: 'var(--os-ink-3)', fontSize: 12 },
      }}
      error={error ?? (read.ok ? null : reasonText(t, read.reason))}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...(description === undefined ? {} : { description })}
      {...(placeholder === undefined ? {} : { placeholder })}
    />
  )
}
