import { getSpotAvailabilityRoute, listLotClosuresRoute } from '@openspot/contract/booking/availability.ts'
import { listMonitorSpotsRoute } from '@openspot/contract/booking/monitor.ts'
import { getSpotCalendarRoute, getSpotRoute } from '@openspot/contract/lots/spots.ts'

/** The queries to reload after a spot or its availability rules have changed. */
export const calendarAnswers = [
  getSpotRoute,
  getSpotCalendarRoute,
  getSpotAvailabilityRoute,
  listLotClosuresRoute,
  listMonitorSpotsRoute,
]
