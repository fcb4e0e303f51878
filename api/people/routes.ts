import { carRoutes } from './cars/cars.routes.ts'
import { lotCarRoutes } from './cars/lot-cars.routes.ts'
import { groupRoutes } from './groups/groups.routes.ts'
import { inviteRoutes } from './invites/invites.routes.ts'
import { membershipRoutes } from './memberships/memberships.routes.ts'

/** Routes of memberships, groups, invites, and vehicles. */
export const peopleRoutes = [carRoutes, lotCarRoutes, membershipRoutes, groupRoutes, inviteRoutes]
