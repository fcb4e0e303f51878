import {
  fileCurrency,
  type RateColumn,
  type Rates,
  rateColumns,
} from '@openspot/core/lot-files/read-rates.ts'
import { formatMoney } from '@openspot/core/money/money.ts'

const names: Readonly<Record<RateColumn, string>> = {
  half_hour_cents: 'half-hour price',
  hour_cents: 'hour price',
  day_cents: 'day price',
  month_cents: 'month price',
}

/** Describes the prices that changed. */
export function formatChanges(before: Rates, after: Rates): string {
  return rateColumns
    .filter((column) => before[column] !== after[column])
    .map((column) => `${names[column]} ${formatPrice(before[column])} → ${formatPrice(after[column])}`)
    .join(', ')
}

function formatPrice(cents: number | null): string {
  return cents === null ? 'none' : formatMoney(cents, fileCurrency, 'en-US')
}
