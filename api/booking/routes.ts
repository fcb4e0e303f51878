import { availabilityRoutes } from './availability/availability.routes.ts'
import { monitorRoutes } from './monitor/monitor.routes.ts'
import { priceRoutes } from './prices/prices.routes.ts'
import { zoneRoutes } from './prices/zones.routes.ts'
import { reservationRoutes } from './reservations/reservations.routes.ts'
import { staffReservationRoutes } from './reservations/staff.routes.ts'
import { ruleSetRoutes } from './rule-sets/rule-sets.routes.ts'
import { publicLotRoutes } from './search/public-lots.routes.ts'
import { searchRoutes } from './search/search.routes.ts'
import { waitlistRoutes } from './waitlist/waitlist.routes.ts'

/** Routes of searching, reserving, availability, prices, rules, and the monitor. */
export const bookingRoutes = [
  searchRoutes,
  publicLotRoutes,
  ruleSetRoutes,
  availabilityRoutes,
  priceRoutes,
  zoneRoutes,
  reservationRoutes,
  staffReservationRoutes,
  waitlistRoutes,
  monitorRoutes,
]
