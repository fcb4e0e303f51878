import type { TestApi } from '../api.ts'
import type { Everything } from '../factories/everything.ts'
import type { Exact } from './exact.ts'
import { requestsOfNotifications } from './exact-notifications.ts'
import { requestsOfOperations } from './exact-operations.ts'
import { requestsOfPeople } from './exact-people.ts'
import { requestsOfPlaces } from './exact-places.ts'
import { requestsOfReservations } from './exact-reservations.ts'
import { requestsOfValidation } from './exact-validation.ts'

const all = [
  ...requestsOfNotifications,
  ...requestsOfPeople,
  ...requestsOfPlaces,
  ...requestsOfReservations,
  ...requestsOfOperations,
  ...requestsOfValidation,
]
const byName = new Map(
  all.map(([route, make]) => [`${route.method} ${route.url.replaceAll(/:(\w+)/g, '{$1}')}`, make]),
)

/** Returns the exact request of a route, or an empty one if a random request is as good. */
export const exactly = async (api: TestApi, name: string, things: Everything): Promise<Exact> =>
  (await byName.get(name)?.(api, things)) ?? {}
