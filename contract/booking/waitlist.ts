import { spotFeatures, spotTypes, waitlistStatuses } from '@openspot/core/enums.ts'
import { type Static, Type } from 'typebox'
import {
  Id,
  Instant,
  LotParams,
  NoContent,
  Nullable,
  Page,
  PageQuery,
  SeenName,
  StrictObject,
  StringEnum,
} from '../common.ts'
import { grants, route } from '../route.ts'

/** A driver waiting for a spot. When one becomes available, it is held for the driver for a while: the offer. */
export const WaitlistEntry = Type.Object({
  id: Id,
  lot_id: Id,
  lot_name: Type.String(),
  lot_public_id: Type.String(),
  time_zone: Type.String(),
  starts_at: Instant,
  ends_at: Instant,
  type: Nullable(StringEnum(spotTypes)),
  features: Type.Array(StringEnum(spotFeatures)),
  status: StringEnum(waitlistStatuses),
  /** Number of entries ahead in the same lot. */
  ahead: Nullable(Type.Integer()),
  reservation_id: Nullable(Id),
  offer_expires_at: Nullable(Instant),
  created_at: Instant,
  // Optional, because a page may meet an answer of the release before.
  waits_for_vehicle: Type.Optional(
    Type.Boolean({
      description:
        'Whether nothing is offered because the vehicle has a spot in another lot then: the lot refuses such vehicles, or its spot is free of charge, which would be accepted without asking.',
    }),
  ),
})
export type WaitlistEntry = Static<typeof WaitlistEntry>

export const joinWaitlistRoute = route({
  method: 'POST',
  url: '/api/v1/lots/:lot_id/waitlist',
  config: {
    access: ['user[public_lot]', 'member', ...grants.staff],
    errors: ['already_waiting', 'change_not_possible', 'rules_refuse', 'waitlist_off'],
    subject: { kind: 'lot', in: 'params', name: 'lot_id' },
    limit: { max: 60, minutes: 60 },
  },
  schema: {
    summary: 'Join the waitlist of a lot for a time',
    tags: ['reservations'],
    params: Type.Object({ lot_id: Id }),
    body: StrictObject({
      starts_at: Instant,
      ends_at: Instant,
      type: Type.Optional(StringEnum(spotTypes)),
      features: Type.Optional(Type.Array(StringEnum(spotFeatures), { maxItems: 10, uniqueItems: true })),
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
    summary: 'List my waitlist entries and offers',
    tags: ['reservations'],
    response: { 200: Type.Object({ items: Type.Array(WaitlistEntry) }) },
  },
})

/** A driver who waits for a spot, as the staff of the lot see them. */
export const LotWaitlistEntry = Type.Object({
  id: Id,
  user_id: Id,
  driver: SeenName,
  starts_at: Instant,
  ends_at: Instant,
  type: Nullable(StringEnum(spotTypes)),
  features: Type.Array(StringEnum(spotFeatures)),
  status: StringEnum(waitlistStatuses, {
    description: 'WAITING: nothing that fits is available. OFFERED: a spot is held until offer_expires_at.',
  }),
  reservation_id: Nullable(Id),
  offer_expires_at: Nullable(Instant),
  created_at: Instant,
})
export type LotWaitlistEntry = Static<typeof LotWaitlistEntry>

export const listLotWaitlistRoute = route({
  method: 'GET',
  url: '/api/v1/lots/:lot_id/waitlist',
  config: {
    access: grants.staff,
    errors: [],
    subject: { kind: 'lot', in: 'params', name: 'lot_id' },
  },
  schema: {
    summary: 'List the drivers who wait for a spot of a lot, in the order in which spots are offered to them',
    tags: ['reservations'],
    params: LotParams,
    querystring: Type.Object({ ...PageQuery }),
    response: { 200: Page(LotWaitlistEntry) },
  },
})

export const leaveWaitlistRoute = route({
  method: 'DELETE',
  url: '/api/v1/waitlist/:entry_id',
  config: {
    access: ['resource_owner'],
    errors: [],
    subject: { kind: 'waitlist_entry', in: 'params', name: 'entry_id' },
  },
  schema: {
    summary: 'Leave the waitlist, or decline an offer',
    tags: ['reservations'],
    params: Type.Object({ entry_id: Id }),
    response: { 204: NoContent },
  },
})
