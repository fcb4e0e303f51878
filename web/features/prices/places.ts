/** Where the prices of a lot are seen and changed. */
export const priceTabs = ['base', 'zones', 'calendar'] as const
export type PriceTab = (typeof priceTabs)[number]

export const pricesPath = (lot_id: string, tab: PriceTab = 'base'): string =>
  `/lots/${lot_id}/prices${tab === 'base' ? '' : `?tab=${tab}`}`
export const zonePath = (lot_id: string, zone_id: string): string => `/lots/${lot_id}/prices/zones/${zone_id}`
/** A calendar price, or `new` for one that is not there yet. */
export const calendarPricePath = (lot_id: string, price_id: string): string =>
  `/lots/${lot_id}/prices/calendar/${price_id}`
