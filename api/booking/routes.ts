import { availabilityRoutes } from './availability/availability.routes.ts'
import { calendarRoutes } from './calendar/calendar.routes.ts'
import { calendarFeedRoutes } from './calendar/feeds.routes.ts'
import { hostingRoutes } from './hosting/hosting.routes.ts'
import { linkedPassRoutes } from './linked-passes/linked-passes.routes.ts'
import { lotFiguresRoutes } from './lot-figures/lot-figures.routes.ts'
import { messageRoutes } from './messages/messages.routes.ts'
import { monitorRoutes } from './monitor/monitor.routes.ts'
import { overviewRoutes } from './overview/overview.routes.ts'
import { pageHoldRoutes } from './page-holds/page-holds.routes.ts'
import { portfolioRoutes } from './portfolio/portfolio.routes.ts'
import { priceGuidanceRoutes } from './price-guidance/price-guidance.routes.ts'
import { priceRoutes } from './prices/prices.routes.ts'
import { zoneRoutes } from './prices/zones.routes.ts'
import { reservationRoutes } from './reservations/reservations.routes.ts'
import { staffReservationRoutes } from './reservations/staff.routes.ts'
import { ruleSetRoutes } from './rule-sets/rule-sets.routes.ts'
import { publicLotRoutes } from './search/public-lots.routes.ts'
import { searchRoutes } from './search/search.routes.ts'
import { sharedPassRoutes } from './shared-passes/shared-passes.routes.ts'
import { staffSearchRoutes } from './staff-search/staff-search.routes.ts'
import { timelineRoutes } from './timeline/timeline.routes.ts'
import { waitlistRoutes } from './waitlist/waitlist.routes.ts'

/** Routes of searching, reserving, availability, prices, rules, and the monitor. */
import { walletPassRoutes } from './wallet-passes/wallet-passes.routes.ts'

export const bookingRoutes = [
  searchRoutes,
  publicLotRoutes,
  ruleSetRoutes,
  availabilityRoutes,
  priceRoutes,
  zoneRoutes,
  priceGuidanceRoutes,
  reservationRoutes,
  pageHoldRoutes,
  calendarRoutes,
  calendarFeedRoutes,
  walletPassRoutes,
  sharedPassRoutes,
  linkedPassRoutes,
  staffReservationRoutes,
  waitlistRoutes,
  monitorRoutes,
  overviewRoutes,
  portfolioRoutes,
  staffSearchRoutes,
  timelineRoutes,
  lotFiguresRoutes,
  hostingRoutes,
  messageRoutes,
]
