import { one } from '@/lib/when.ts'

/** What the visitor entered, as in the address of the page, so that the page also works without JavaScript. */
export interface EstimateQuery {
  q: string
  spots: number
  /** The price of a day in whole units of the currency. */
  price: number
  /** On how many of a hundred days a spot is taken. */
  occupied: number
}

const numberIn = (raw: string | string[] | undefined, [least, most]: [number, number], otherwise: number) => {
  const value = Number(one(raw) || Number.NaN)
  return Number.isFinite(value) ? Math.min(most, Math.max(least, Math.round(value))) : otherwise
}

export const readEstimate = (query: Record<string, string | string[] | undefined>): EstimateQuery => ({
  q: one(query['q']).trim().slice(0, 80),
  spots: numberIn(query['spots'], [1, 5000], 10),
  price: numberIn(query['price'], [1, 1000], 12),
  occupied: numberIn(query['occupied'], [1, 100], 40),
})
