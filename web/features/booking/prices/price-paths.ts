/** The paths and tabs of the price screens. */
export const priceTabs = ['base', 'zones', 'calendar'] as const
export type PriceTab = (typeof priceTabs)[number]

export const pricesPath = (lot_id: string, tab: PriceTab = 'base'): string =>
  `/lots/${lot_id}/prices${tab === 'base' ? '' : `?tab=${tab}`}`
export const zonePath = (lot_id: string, zone_id: string): string => `/lots/${lot_id}/prices/zones/${zone_id}`
/** Returns the path of a calendar price, or of a new one with `new`. */
export const calendarPricePath = (lot_id: string, price_id: string): string =>
  `/lots/${lot_id}/prices/calendar/${price_id}`
export const guidancePath = (lot_id: string): string => `/lots/${lot_id}/prices/guidance`
