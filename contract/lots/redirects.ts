import { type Static, Type } from 'typebox'
import { Id, Instant, LotParams, NoContent, Nullable, StrictObject } from '../common.ts'
import { route } from '../route.ts'

const subject = { kind: 'lot', in: 'params', name: 'lot_id' } as const
const End = Type.Object({ id: Id, name: Type.String() })

/** A redirect of visitors from one lot to another. */
export const Redirect = Type.Object({
  from: End,
  to: End,
  created_by: Nullable(Type.String()),
  created_at: Instant,
})
export type Redirect = Static<typeof Redirect>

export const listRedirectsRoute = route({
  method: 'GET',
  url: '/api/v1/lots/:lot_id/redirects',
  config: { access: ['admin', 'super_admin', 'platform_admin'], errors: [], subject },
  schema: {
    summary: 'List the lots that redirect to a lot, and the one that it redirects to',
    tags: ['lots'],
    params: LotParams,
    response: { 200: Type.Object({ items: Type.Array(Redirect), sends_to: Nullable(Redirect) }) },
  },
})

export const createRedirectRoute = route({
  method: 'POST',
  url: '/api/v1/lots/:lot_id/redirects',
  config: {
    access: ['admin[both_lots]', 'super_admin[both_lots]', 'platform_admin'],
    errors: ['redirect_cycle', 'redirect_exists'],
    subject,
    other_lot: { kind: 'lot', in: 'body', name: 'from_lot_id' },
  },
  schema: {
    summary: 'Redirect the visitors of another lot to this one. Needs an admin of both lots',
    tags: ['lots'],
    params: LotParams,
    body: StrictObject({ from_lot_id: Id }),
    response: { 201: Redirect },
  },
})

export const deleteRedirectRoute = route({
  method: 'DELETE',
  url: '/api/v1/lots/:to_lot_id/redirects/:from_lot_id',
  config: {
    access: ['admin[either_lot]', 'super_admin[either_lot]', 'platform_admin'],
    errors: [],
    subject: { kind: 'lot', in: 'params', name: 'to_lot_id' },
    other_lot: { kind: 'lot', in: 'params', name: 'from_lot_id' },
  },
  schema: {
    summary: 'End a redirect. Admins of either lot can do this',
    tags: ['lots'],
    params: Type.Object({ to_lot_id: Id, from_lot_id: Id }),
    response: { 204: NoContent },
  },
})
