import { getSpotAvailabilityRoute } from '@openspot/contract/booking/availability.ts'
import { getHostingRoute, listMySpotsRoute } from '@openspot/contract/booking/hosting.ts'

/** What a change of the listing changes on the screen of a spot. */
export const changed = [getHostingRoute, getSpotAvailabilityRoute, listMySpotsRoute]
