import type { TSchema } from 'typebox'
import type { Grant, Subject } from './access.ts'
import type { ErrorCode } from './errors.ts'

/** One call of the API: everything about it but the work. */
export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  url: string
  config: {
    /** Who may call. */
    access: readonly Grant[]
    /**
     * The codes that this call itself refuses with. Codes that follow from the rest of the declaration (access, limits,
     * the shapes) are derived and not listed: `errorsOf` in `errors-of.ts` gives all.
     */
    errors: readonly ErrorCode[]
    /**
     * What the grants are about; of several the first that the request names. Absent: nothing in particular, or the
     * caller's own things.
     */
    subject?: Subject | readonly Subject[]
    /** A second lot, for calls that join two: `[both_lots]` and `[either_lot]` ask for the caller's role there. */
    other_lot?: Subject
    /** An Idempotency-Key header is required: the call creates or moves money. */
    idempotent?: true
    /** A GET that makes something: like every other change it is taken from our own pages alone. */
    makes?: true
    /** At most `max` calls in `minutes` from one address, or with `per: 'person'` of one person. */
    limit?: { max: number; minutes: number; per?: 'person' }
    /**
     * What the call costs in processor time, as a multiple of a plain read. All weighed calls of one person, or of one
     * address where nobody is signed in, draw from one budget (api/plugins/limits.ts).
     */
    weight?: number
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

/** Declares a call, keeping its exact type. */
export const route = <const R extends Route>(declared: R): R => declared

const staffParties = ['patroller', 'admin', 'super_admin', 'platform_admin'] as const
const lotReaders = ['anonymous[public_lot]', 'user[public_lot]', 'member', ...staffParties] as const
/** Grants that several calls share. */
export const parties = { staff: staffParties, lotReaders } as const
