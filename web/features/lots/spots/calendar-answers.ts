import { getSpotAvailability, listLotClosures } from '@openspot/contract/booking/availability.ts'
import { listMonitorSpots } from '@openspot/contract/booking/monitor.ts'
import { getSpot, getSpotCalendar } from '@openspot/contract/lots/spots.ts'

/** The queries to reload after a spot or its windows have changed. */
export const calendarAnswers = [
  getSpot,
  getSpotCalendar,
  getSpotAvailability,
  listLotClosures,
  listMonitorSpots,
]
