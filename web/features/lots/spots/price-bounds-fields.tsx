'use client'
import type { StaffSpot } from '@openspot/contract/lots/spots.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { useTranslations } from 'use-intl'
import { MoneyField, moneyDraft, readMoney } from '@/ui/money-field.tsx'
import { FieldRow } from '@/ui/panel.tsx'

const fields = ['min_reservation_price', 'max_reservation_price'] as const
type Bound = (typeof fields)[number]
/** The text of the fields while editing. */
export type PriceBoundsDraft = Record<Bound, string>

export const priceBoundsDraft = (
  t: Translate,
  spot: Partial<Pick<StaffSpot, Bound>> | null,
  currency: string,
): PriceBoundsDraft => ({
  min_reservation_price: moneyDraft(t, spot?.min_reservation_price ?? null, currency),
  max_reservation_price: moneyDraft(t, spot?.max_reservation_price ?? null, currency),
})

/** Parses the bounds, null for empty ones; returns null while one is invalid or the minimum is above the maximum. */
export function readPriceBounds(
  t: Translate,
  draft: PriceBoundsDraft,
  currency: string,
): Record<Bound, number | null> | null {
  const [min, max] = fields.map((field) => readMoney(t, draft[field], currency))
  if (!min?.ok || !max?.ok) return null
  if (min.cents !== null && max.cents !== null && min.cents > max.cents) return null
  return { min_reservation_price: min.cents, max_reservation_price: max.cents }
}

/** The minimum and maximum charge for a reservation of a spot. Empty: those of the lot. */
export function PriceBoundsFields({
  draft,
  currency,
  errorAt = () => null,
  onChange,
}: {
  draft: PriceBoundsDraft
  currency: string
  errorAt?: (field: Bound) => string | null
  onChange: (draft: PriceBoundsDraft) => void
}) {
  const t = useTranslations()
  const [min, max] = fields.map((field) => readMoney(t, draft[field], currency))
  const isCrossed = min?.ok && max?.ok && min.cents !== null && max.cents !== null && min.cents > max.cents
  return (
    <>
      <p>{t('spotCalendar.facts.bounds.text')}</p>
      <FieldRow>
        {fields.map((field) => (
          <MoneyField
            key={field}
            label={t(`spotCalendar.facts.bounds.${field}`)}
            text={draft[field]}
            currency={currency}
            error={
              errorAt(field) ??
              (isCrossed && field === 'max_reservation_price' ? t('spotCalendar.facts.bounds.crossed') : null)
            }
            onChange={(text) => onChange({ ...draft, [field]: text })}
          />
        ))}
      </FieldRow>
    </>
  )
}
