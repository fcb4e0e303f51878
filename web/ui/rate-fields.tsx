'use client'
import type { RateSet } from '@openspot/contract/booking/prices.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { useTranslations } from 'use-intl'
import type { ShownValue } from '@/ui/edit-conflict.tsx'
import { MoneyField, moneyDraft, readMoney } from '@/ui/money-field.tsx'
import { FieldRow } from '@/ui/panel.tsx'

const units = ['half_hour', 'hour', 'day', 'month'] as const
const columnOf = (unit: (typeof units)[number]) => `${unit}_cents` as const
/** The text of the rate fields while editing. */
export type RateDraft = Record<keyof RateSet, string>

export const rateDraft = (t: Translate, rates: RateSet | null | undefined, currency: string): RateDraft => {
  const text = (column: keyof RateSet) => moneyDraft(t, rates?.[column] ?? null, currency)
  return {
    half_hour_cents: text('half_hour_cents'),
    hour_cents: text('hour_cents'),
    day_cents: text('day_cents'),
    month_cents: text('month_cents'),
  }
}

/** Parses the rates, null for empty ones; returns null while one is invalid. */
export function readRates(t: Translate, draft: RateDraft, currency: string): RateSet | null {
  const rates: RateSet = { half_hour_cents: null, hour_cents: null, day_cents: null, month_cents: null }
  for (const unit of units) {
    const read = readMoney(t, draft[columnOf(unit)], currency)
    if (!read.ok) return null
    rates[columnOf(unit)] = read.cents
  }
  return rates
}

/** Returns the rates with their labels. */
export const shownRates = (t: Translate, draft: RateDraft): ShownValue[] =>
  units.map((unit) => [t(`lot.per.${unit}`), draft[columnOf(unit)]])

/** The price of one block of each length. An empty one is not sold, or comes from the level above. */
export function RateFields({
  draft,
  currency,
  errorAt,
  onChange,
}: {
  draft: RateDraft
  currency: string
  /** Returns the error message of a rate by column name. */
  errorAt: (column: keyof RateSet) => string | null
  onChange: (draft: RateDraft) => void
}) {
  const t = useTranslations()
  return (
    <FieldRow>
      {units.map((unit) => (
        <MoneyField
          key={unit}
          label={t(`lot.per.${unit}`)}
          text={draft[columnOf(unit)]}
          currency={currency}
          error={errorAt(columnOf(unit))}
          onChange={(text) => onChange({ ...draft, [columnOf(unit)]: text })}
        />
      ))}
    </FieldRow>
  )
}
