import { carRoutes } from './cars/cars.routes.ts'
import { lotCarRoutes } from './cars/lot-cars.routes.ts'
import { dataSourceRoutes } from './data-sources/data-sources.routes.ts'
import { groupRoutes } from './groups/groups.routes.ts'
import { inviteRoutes } from './invites/invites.routes.ts'
import { membershipRoutes } from './memberships/memberships.routes.ts'
import { residentImportRoutes } from './resident-imports/imports.routes.ts'
import { residentSyncRoutes } from './resident-imports/sync.routes.ts'
import { residentRoutes } from './residents/residents.routes.ts'
import { suggestedContactRoutes } from './residents/suggested-contacts.routes.ts'
import { savedLotRoutes } from './saved-lots/saved-lots.routes.ts'
import { savedViewRoutes } from './saved-views/saved-views.routes.ts'

/** Routes of memberships, groups, invites, vehicles, and residents. */
export const peopleRoutes = [
  carRoutes,
  lotCarRoutes,
  membershipRoutes,
  groupRoutes,
  inviteRoutes,
  dataSourceRoutes,
  residentSyncRoutes,
  residentImportRoutes,
  residentRoutes,
  suggestedContactRoutes,
  savedLotRoutes,
  savedViewRoutes,
]
