import type { QuoteRates } from '../quote/types.ts'

/**
 * Rates to begin with for common kinds of parking, as multiples of what an hour costs; null is not sold. They are our own
 * starting points, chosen so that a longer stay never costs less for each hour than the template is meant for. Owners change them
 * before they save.
 */
export const priceTemplates = {
  /** A workday costs four hours, and a month fifteen days. */
  COMMUTER: { hour: 1, day: 4, month: 60 },
  /** Short and dear: an hour costs double, a day eight hours. No months. */
  EVENT: { hour: 2, day: 8, month: null },
  /** Guests by the hour, residents by the month. */
  RESIDENTIAL: { hour: 1, day: 6, month: 40 },
  /** A night costs three hours, because the spots are free then. */
  OVERNIGHT: { hour: 1, day: 3, month: null },
  /** Only months. */
  MONTHLY: { hour: null, day: null, month: 60 },
} as const satisfies Record<string, { hour: number | null; day: number | null; month: number | null }>
export type PriceTemplate = keyof typeof priceTemplates
export const priceTemplateNames = Object.keys(priceTemplates) as PriceTemplate[]

/** Returns the rates of a template for the price of an hour. Days and months are whole units of the currency. */
export function ratesOf(template: PriceTemplate, hour_cents: number, cents_per_unit: number): QuoteRates {
  const { hour, day, month } = priceTemplates[template]
  const times = (factor: number | null) => (factor === null ? null : hour_cents * factor)
  // Rounded up, because a day must not cost less than an hour.
  const whole = (factor: number | null) =>
    factor === null ? null : Math.ceil((hour_cents * factor) / cents_per_unit) * cents_per_unit
  return { half_hour_cents: null, hour_cents: times(hour), day_cents: whole(day), month_cents: whole(month) }
}
