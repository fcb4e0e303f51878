import type { Input } from '@openspot/contract/call.ts'
import type { Route } from '@openspot/contract/route.ts'

/** What a call was sent, as its request carries it. */
export type Asked<R extends Route> = Omit<Input<R>, 'idempotency_key'>
