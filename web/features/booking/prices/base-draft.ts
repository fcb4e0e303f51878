import type { RateSet } from '@openspot/contract/booking/prices.ts'
import type { Input } from '@openspot/contract/call.ts'
import type { PublicLot, updateLotRoute } from '@openspot/contract/lots/lots.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import type { ShownValue } from '@/ui/edit-conflict.tsx'
import { moneyDraft, readMoney } from '@/ui/money-field.tsx'
import { type RateDraft, rateDraft, readRates, shownRates } from '@/ui/rate-fields.tsx'

type Configuration = PublicLot['price_configuration']

/** The base prices of a lot as edited in the form. */
export interface BaseDraft {
  rates: RateDraft
  day_from_hours: number | null
  month_from_days: number | null
  min_reservation_price: string
  max_reservation_price: string
}

/** The same as request fields. All are required, so that the comparison is explicit. */
export type BasePrices = RateSet &
  Pick<
    Required<Input<typeof updateLotRoute>['body']>,
    'day_from_hours' | 'month_from_days' | 'min_reservation_price' | 'max_reservation_price'
  >

export const baseDraft = (t: Translate, prices: Configuration): BaseDraft => ({
  rates: rateDraft(t, prices, prices.currency),
  day_from_hours: prices.day_from_hours,
  month_from_days: prices.month_from_days,
  min_reservation_price: moneyDraft(t, prices.min_reservation_price, prices.currency),
  max_reservation_price: moneyDraft(t, prices.max_reservation_price, prices.currency),
})

/** Parses the form; null while something is invalid. */
export function readBase(t: Translate, draft: BaseDraft, currency: string): BasePrices | null {
  const rates = readRates(t, draft.rates, currency)
  const bounds = [draft.min_reservation_price, draft.max_reservation_price].map((text) => {
    const read = readMoney(t, text, currency)
    return read.ok ? read.cents : null
  })
  const [min = null, max = null] = bounds
  if (!rates || min === null || max === null) return null
  const { day_from_hours, month_from_days } = draft
  return {
    ...rates,
    day_from_hours,
    month_from_days,
    min_reservation_price: min,
    max_reservation_price: max,
  }
}

/** Returns the values of the form with their labels. */
export const shownBase = (t: Translate, draft: BaseDraft): ShownValue[] => [
  ...shownRates(t, draft.rates),
  [t('prices.base.dayFrom'), draft.day_from_hours === null ? '' : String(draft.day_from_hours)],
  [t('prices.base.monthFrom'), draft.month_from_days === null ? '' : String(draft.month_from_days)],
  [t('prices.base.minimum'), draft.min_reservation_price],
  [t('prices.base.maximum'), draft.max_reservation_price],
]
