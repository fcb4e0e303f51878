import { getPriceGuidanceRoute } from '@openspot/contract/booking/price-guidance.ts'
import { listCalendarPricesRoute, listPricePeriodsRoute } from '@openspot/contract/booking/prices.ts'
import { getLotRoute } from '@openspot/contract/lots/lots.ts'

/** The queries to reload after guidance or its limits have changed. */
export const guidanceAnswers = [
  getPriceGuidanceRoute,
  getLotRoute,
  listCalendarPricesRoute,
  listPricePeriodsRoute,
]
