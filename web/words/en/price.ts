import type { QuoteLineKind, QuoteUnit } from '@openspot/core/quote/types.ts'

const kinds: Record<QuoteLineKind, string> = {
  PARKING: 'Parking',
  MINIMUM: 'Up to the smallest amount this lot charges',
  SERVICE_FEE: 'Service fee',
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
}
