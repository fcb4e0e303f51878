import { spotFeatures, spotTypes, waitlistStatuses } from '@openspot/core/enums.ts'
import { type Static, Type } from 'typebox'
import { Body, Id, Instant, Nothing, Nullable, OneOf } from '../common.ts'
import { parties, route } from '../route.ts'

/** A driver waiting for a spot. When one becomes available, it is held for the driver for a while: the offer. */
export const WaitlistEntry = Type.Object({
  id: Id,
  lot_id: Id,
  lot_name: Type.String(),
  lot_public_id: Type.String(),
  time_zone: Type.String(),
  starts_at: Instant,
  ends_at: Instant,
  type: Nullable(OneOf(spotTypes)),
  features: Type.Array(OneOf(spotFeatures)),
  status: OneOf(waitlistStatuses),
  /** Number of entries ahead in the same lot. */
  ahead: Nullable(Type.Integer()),
  reservation_id: Nullable(Id),
  offer_expires_at: Nullable(Instant),
  created_at: Instant,
})
export type WaitlistEntry = Static<typeof WaitlistEntry>

export const joinWaitlistRoute = route({
  method: 'POST',
  url: '/api/v1/lots/:lot_id/waitlist',
  config: {
    access: ['user[public_lot]', 'member', ...parties.staff],
    errors: ['already_waiting', 'change_not_possible', 'rules_refuse'],
    subject: { kind: 'lot', in: 'params', name: 'lot_id' },
    limit: { max: 60, minutes: 60 },
  },
  schema: {
    summary: 'Wait for a spot in a lot that is full at that time',
    tags: ['reservations'],
    params: Type.Object({ lot_id: Id }),
    body: Body({
      starts_at: Instant,
      ends_at: Instant,
      type: Type.Optional(OneOf(spotTypes)),
      features: Type.Optional(Type.Array(OneOf(spotFeatures), { maxItems: 10, uniqueItems: true })),
      car_id: Type.Optional(Id),
    }),
    response: { 201: WaitlistEntry },
  },
})

export const listMyWaitlistRoute = route({
  method: 'GET',
  url: '/api/v1/waitlist/mine',
  config: { access: ['user'], errors: [] },
  schema: {
    summary: 'What I am waiting for, and what is offered to me',
    tags: ['reservations'],
    response: { 200: Type.Object({ items: Type.Array(WaitlistEntry) }) },
  },
})

export const leaveWaitlistRoute = route({
  method: 'DELETE',
  url: '/api/v1/waitlist/:entry_id',
  config: {
    access: ['owner'],
    errors: [],
    subject: { kind: 'waitlist_entry', in: 'params', name: 'entry_id' },
  },
  schema: {
    summary: 'Stop waiting, or let an offer go',
    tags: ['reservations'],
    params: Type.Object({ entry_id: Id }),
    response: { 204: Nothing },
  },
})
