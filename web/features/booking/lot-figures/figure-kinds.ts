import type { LotFigures } from '@openspot/contract/booking/lot-figures.ts'
import { formatDuration } from '@openspot/core/time/format.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'
import { percentText } from '@/ui/figures.ts'
import { moneyText } from '@/ui/money.tsx'

type Figures = LotFigures['current']['totals']

/** The figures with a chart, in the order of the screen. */
export const figureKinds = [
  'revenue',
  'occupancy',
  'reservations',
  'price',
  'length',
  'lead',
  'canceled',
] as const
export type FigureKind = (typeof figureKinds)[number]

/** Returns the figure of a day or a period; null if there is nothing to count. */
export const valueOf = (kind: FigureKind, figures: Figures): number | null =>
  ({
    revenue: figures.revenue_cents,
    occupancy: figures.occupancy_bps,
    reservations: figures.reservations,
    price: figures.average_price_cents,
    length: figures.average_length_minutes,
    lead: figures.average_lead_minutes,
    canceled: figures.canceled,
  })[kind]

/** Formats a figure in its unit. */
export function valueText(t: Translate, kind: FigureKind, value: number, currency: string): string {
  if (kind === 'revenue' || kind === 'price') return moneyText(t, value, currency)
  if (kind === 'occupancy') return percentText(t, Math.round(value / 10) * 10)
  if (kind === 'length' || kind === 'lead') return formatDuration(value, localeOf(t))
  return new Intl.NumberFormat(localeOf(t)).format(value)
}

/** The least that the scale of a chart ends at, in the unit of the figure, so that a lot without sales has no scale of cents. */
export const leastScale: Record<FigureKind, number> = {
  revenue: 400,
  occupancy: 400,
  reservations: 4,
  price: 400,
  length: 60,
  lead: 60,
  canceled: 4,
}

/** The filter of the list of reservations that a figure is about. */
const filters: Record<FigureKind, Record<string, string>> = {
  revenue: { range_of: 'PAYMENT' },
  occupancy: {},
  reservations: { range_of: 'START' },
  price: { range_of: 'START', status: 'ACTIVE' },
  length: { range_of: 'START', status: 'ACTIVE' },
  lead: { range_of: 'START', status: 'ACTIVE' },
  canceled: { range_of: 'START', status: 'CANCELED' },
}

/** Returns the path of the reservations of a period that a figure or a spot is about. */
export const figurePath = (
  lot_id: string,
  { from_on, until_on }: { from_on: string; until_on: string },
  about: FigureKind | { spot_id: string },
): string =>
  `/lots/${lot_id}/reservations?${new URLSearchParams({
    from_on,
    until_on,
    ...(typeof about === 'string' ? filters[about] : about),
  })}`

/** Returns how much more a figure is than before, "+12%"; null if it can't be said. */
export function changeText(t: Translate, value: number | null, previous: number | null): string | null {
  if (value === null || previous === null || previous <= 0) return null
  return new Intl.NumberFormat(localeOf(t), {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  }).format(value / previous - 1)
}
