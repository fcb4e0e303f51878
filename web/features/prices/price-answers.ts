import { getLot } from '@openspot/contract/lots.ts'
import { getCalendarPrice, listCalendarPrices, listPricePeriods } from '@openspot/contract/prices.ts'

/** The queries to reload after a calendar price has changed. */
export const priceAnswers = [getLot, getCalendarPrice, listCalendarPrices, listPricePeriods]
