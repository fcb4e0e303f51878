import { reservationStatuses, spotTypes } from '@openspot/core/enums.ts'
import { type Static, Type } from 'typebox'
import { Assignee, Id, Instant, LotParams, Nullable, SeenName, StringEnum } from '../common.ts'
import { grants, route } from '../route.ts'

/** The longest time range of one call, in days. */
export const TIMELINE_DAYS = 62
/** The most spots of one call. */
export const TIMELINE_SPOTS = 100

export const TimelineReservation = Type.Object({
  id: Id,
  status: StringEnum(reservationStatuses),
  starts_at: Instant,
  ends_at: Nullable(Instant),
  version: Type.Integer(),
  name: SeenName,
  plate: Nullable(Type.String()),
  has_open_bill: Type.Boolean({
    description: 'Whether a bill for it is unpaid. Always false for patrollers.',
  }),
})
export type TimelineReservation = Static<typeof TimelineReservation>

export const TimelineSpot = Type.Object({
  id: Id,
  label: Type.String(),
  type: StringEnum(spotTypes),
  level: Type.Integer(),
  zone_name: Nullable(Type.String()),
  is_assigned: Type.Boolean({ description: 'Whether it is assigned to a person or a group.' }),
  assigned_to: Assignee,
  reservations: Type.Array(TimelineReservation, {
    description: 'Those that hold the spot in the time range, by start.',
  }),
  closures: Type.Array(Type.Object({ starts_at: Instant, ends_at: Nullable(Instant) }), {
    description:
      'When the spot cannot be booked in the time range, by start. For an assigned spot: also when its assignee has not listed it.',
  }),
})
export type TimelineSpot = Static<typeof TimelineSpot>

export const getTimelineRoute = route({
  method: 'GET',
  url: '/api/v2/lots/:lot_id/timeline',
  config: {
    access: grants.staff,
    errors: [],
    subject: { kind: 'lot', in: 'params', name: 'lot_id' },
  },
  schema: {
    summary:
      'Get the reservations and closures of some spots of a lot in a time range, with the number of spots that match',
    tags: ['monitor'],
    params: LotParams,
    querystring: Type.Object({
      starts_at: Instant,
      ends_at: Type.String({ format: 'date-time', description: `At most ${TIMELINE_DAYS} days later.` }),
      zone_id: Type.Optional(Id),
      q: Type.Optional(Type.String({ minLength: 1, maxLength: 60, description: 'A part of the label.' })),
      offset: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 10_000,
          description: 'How many spots to leave out; 0 by default.',
        }),
      ),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: TIMELINE_SPOTS, description: `${TIMELINE_SPOTS} by default.` }),
      ),
    }),
    response: {
      200: Type.Object({
        at: Instant,
        spot_count: Type.Integer({
          minimum: 0,
          description: 'All spots that match, not only the returned ones.',
        }),
        items: Type.Array(TimelineSpot),
      }),
    },
  },
})
