import {
  getCalendarPriceRoute,
  listCalendarPricesRoute,
  listPricePeriodsRoute,
} from '@openspot/contract/booking/prices.ts'
import { getLotRoute } from '@openspot/contract/lots/lots.ts'

/** The queries to reload after a calendar price has changed. */
export const priceAnswers = [
  getLotRoute,
  getCalendarPriceRoute,
  listCalendarPricesRoute,
  listPricePeriodsRoute,
]
