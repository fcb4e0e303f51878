import type { Route } from '@openspot/contract/route.ts'
import type { TestApi } from '../api.ts'
import type { Everything } from '../factories/everything.ts'
import { aPerson } from '../factories/people.ts'

/** A handmade request, for routes where a random one of the correct shape cannot succeed. */
export interface Exact {
  url?: string
  body?: unknown
  /** The token of the caller if it must be a specific person; null for an anonymous caller. */
  token?: string | null
}

/** Routes, each with a function that creates its exact request. */
export type ExactRequests = readonly (readonly [
  route: Route,
  make: (api: TestApi, things: Everything) => Promise<Exact>,
])[]

/** Creates a platform admin and returns their token. */
export const aPlatformAdmin = async (api: TestApi) =>
  (await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })).token
