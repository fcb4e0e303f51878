import { getSpotAvailability, listLotClosures } from '@openspot/contract/availability.ts'
import { listMonitorSpots } from '@openspot/contract/monitor.ts'
import { getSpot, getSpotCalendar } from '@openspot/contract/spots.ts'

/** The queries to reload after a spot or its windows have changed. */
export const calendarAnswers = [
  getSpot,
  getSpotCalendar,
  getSpotAvailability,
  listLotClosures,
  listMonitorSpots,
]
