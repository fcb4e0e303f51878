import { getCalendarPrice, listCalendarPrices, listPricePeriods } from '@openspot/contract/booking/prices.ts'
import { getLot } from '@openspot/contract/lots/lots.ts'

/** The queries to reload after a calendar price has changed. */
export const priceAnswers = [getLot, getCalendarPrice, listCalendarPrices, listPricePeriods]
