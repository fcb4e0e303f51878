import type { PriceLine } from '@openspot/contract/quotes.ts'
import type { QuoteUnit } from '@openspot/core/quote/types.ts'

const kinds: Record<PriceLine['kind'], string> = {
  PARKING: 'Parking',
  NTH_SPOT: 'Further spot at the same time',
  MINIMUM: 'Up to the smallest amount this lot charges',
  SERVICE_FEE: 'Service fee',
  PAID_BEFORE: 'Agreed before',
  PRICE_CHANGE: 'Change of the price',
  STAFF_PRICE: 'Price set by the staff',
  PART_MONTH: 'The part of the month',
  CORRECTION: 'Correction',
}

const units: Record<QuoteUnit, readonly [one: string, many: string]> = {
  MONTH: ['1 month', 'months'],
  DAY: ['1 day', 'days'],
  HOUR: ['1 hour', 'hours'],
  HALF_HOUR: ['30 minutes', 'half hours'],
}

export const price = {
  kinds,
  units,
  several: (count: number, unit: string, each: string) => `${count} ${unit} at ${each}`,
  show: 'What the price is made of',
  perHalfHour: 'half hour',
  perHour: 'hour',
  perDay: 'day',
  perMonth: 'month',
  allIn: 'all in',
  firstMonth: 'first month, all in',
  because: (names: string) => `Because of: ${names}`,
}
