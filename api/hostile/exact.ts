import type { Route } from '@openspot/contract/route.ts'
import type { TestApi } from '../testing/api.ts'
import type { Everything } from '../testing/everything.ts'
import { aPerson } from '../testing/people.ts'

/** A request as a person makes it, where a drawn one of the right shape cannot succeed. */
export interface Exact {
  url?: string
  body?: unknown
  /** Who makes it, if it must be somebody in particular; null is nobody. */
  token?: string | null
}

/** Calls, each with what makes its exact request. */
export type ExactRequests = readonly (readonly [
  route: Route,
  make: (api: TestApi, things: Everything) => Promise<Exact>,
])[]

/** The token of a new platform admin. */
export const aPlatformAdmin = async (api: TestApi) =>
  (await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })).token
