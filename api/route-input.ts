import type { Input } from '@openspot/contract/call.ts'
import type { Route } from '@openspot/contract/route.ts'

/** The validated input of a route as a handler gets it, without the idempotency key. */
export type RouteInput<R extends Route> = Omit<Input<R>, 'idempotency_key'>
