import { getLot } from '@openspot/contract/lots.ts'
import { getCalendarPrice, listCalendarPrices, listPricePeriods } from '@openspot/contract/prices.ts'

/** The answers that are old once a calendar price has changed. */
export const priceAnswers = [getLot, getCalendarPrice, listCalendarPrices, listPricePeriods]
