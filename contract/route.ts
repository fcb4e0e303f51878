import type { EventNameOf } from '@openspot/core/analytics/events.ts'
import type { TSchema } from 'typebox'
import type { Grant, Subject } from './access.ts'
import type { ErrorCode } from './errors.ts'

/** The declaration of one API call: everything except its implementation. */
export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  url: string
  config: {
    /** The grants of the callers; see access.ts. */
    access: readonly Grant[]
    /**
     * The codes that this call itself returns. Codes that follow from the rest of the declaration (access, limits,
     * schemas) are derived and not listed: `errorsOf` in `errors-of.ts` returns all.
     */
    errors: readonly ErrorCode[]
    /**
     * What the grants apply to; if several, the first that the request names. Absent: no particular resource, or the
     * caller's own.
     */
    subject?: Subject | readonly Subject[]
    /** A second lot, for calls that involve two: `[both_lots]` and `[either_lot]` check the caller's role there. */
    other_lot?: Subject
    /**
     * Does its work once for each Idempotency-Key, also after the stored answer is gone or was lost: what it creates
     * carries the key. `required` refuses a request without one; otherwise such a request counts as a first one. Every
     * POST of a signed-in caller honors the header, so other calls need no declaration.
     */
    idempotent?: true | 'required'
    /** A GET that creates something: like every other change, it is accepted only from our own pages. */
    csrf_protected?: true
    /**
     * Answers with what a platform admin who sees the product as a user must not see, such as payment methods and ways to sign in.
     */
    is_secret?: true
    /** Possible while a platform admin sees the product as a user, although it changes something. */
    while_viewing?: true
    /** At most `max` calls per `minutes` from one address, or with `per: 'person'` by one person. */
    limit?: { max: number; minutes: number; per?: 'person' }
    /**
     * CPU cost of the call as a multiple of a plain read. All weighted calls of one person, or of one address if nobody
     * is signed in, share one budget (api/plugins/limits.ts).
     */
    weight?: number
    /**
     * Counts the limit and the weight in the process and writes them every second, for calls that are made so often that a write for each would
     * cost more than the call. Across processes, the limit may be exceeded by what arrives within that second.
     */
    counted_together?: true
    /** Each success is counted as this event of product analytics, about the lot that the call concerns. */
    event?: EventNameOf<'call'>
  }
  schema: {
    summary: string
    tags: readonly string[]
    params?: TSchema
    querystring?: TSchema
    body?: TSchema
    response: { 200?: TSchema; 201?: TSchema; 202?: TSchema; 204?: TSchema }
  }
}

/** Declares a call and keeps its exact type. */
export const route = <const R extends Route>(declared: R): R => declared

const staffParties = ['patroller', 'admin', 'super_admin', 'platform_admin'] as const
const lotReaders = ['anonymous[public_lot]', 'user[public_lot]', 'member', ...staffParties] as const
/** Grants shared by several calls. */
export const grants = { staff: staffParties, lotReaders } as const
