import { reservationStatuses, spotAvailabilities, spotFeatures, spotTypes } from '@openspot/core/enums.ts'
import { parkingRights } from '@openspot/core/plates/rights.ts'
import { type Static, Type } from 'typebox'
import {
  Assignee,
  Cents,
  Currency,
  Id,
  Instant,
  LotParams,
  Nullable,
  Ring,
  SeenName,
  StringEnum,
} from '../common.ts'
import { facts } from '../people/cars.ts'
import { grants, route } from '../route.ts'

const subject = { kind: 'lot', in: 'params', name: 'lot_id' } as const

const at = Type.Optional(
  Type.String({
    format: 'date-time',
    description:
      'The moment, by default now. The past is as it was then, whatever was changed or canceled since. Prices, opening hours, and zones of spots are those of today.',
  }),
)

const Occupant = Type.Object({
  reservation_id: Id,
  status: StringEnum(reservationStatuses),
  name: SeenName,
  plate: Nullable(Type.String()),
  starts_at: Instant,
  ends_at: Nullable(Instant),
})

export const MonitorSpot = Type.Object({
  id: Id,
  label: Type.String(),
  type: StringEnum(spotTypes),
  features: Type.Array(StringEnum(spotFeatures)),
  level: Type.Integer(),
  zone_id: Nullable(Id),
  shape: Nullable(Ring),
  state: StringEnum(spotAvailabilities),
  until: Nullable(Instant),
  occupant: Nullable(Occupant),
  next: Nullable(Occupant),
  is_assigned: Type.Boolean({ description: 'Whether it is assigned to a person or a group.' }),
  assigned_to: Assignee,
})
export type MonitorSpot = Static<typeof MonitorSpot>

export const listMonitorSpotsRoute = route({
  method: 'GET',
  url: '/api/v1/monitor/lots/:lot_id/spots',
  config: { access: grants.staff, errors: [], subject },
  schema: {
    summary: 'List every spot of the lot with its state, its current driver, and its next reservation',
    tags: ['monitor'],
    params: LotParams,
    querystring: Type.Object({ at }),
    response: { 200: Type.Object({ at: Instant, items: Type.Array(MonitorSpot) }) },
  },
})

export const MonitorVehicle = Type.Object({
  plate: Type.String(),
  region: Type.String(),
  ...facts,
  spot_label: Type.String(),
  right: StringEnum(parkingRights, {
    description:
      'Why the vehicle may be here: a running reservation, or an assigned spot of its owner or their group that is not listed.',
  }),
  reservation_id: Nullable(Id),
  ends_at: Nullable(Instant),
  replaced_at: Nullable(
    Type.String({
      format: 'date-time',
      description:
        'A previous license plate of the vehicle. It stays valid until the reservation ends, for at most one day.',
    }),
  ),
  valid_until: Nullable(Type.String({ format: 'date-time', description: 'When a temporary plate expires.' })),
  is_recorded_by_staff: Type.Boolean({
    description: 'Staff of this lot recorded this plate; its owner has not accepted it yet.',
  }),
})
export type MonitorVehicle = Static<typeof MonitorVehicle>

export const listMonitorVehiclesRoute = route({
  method: 'GET',
  url: '/api/v1/monitor/lots/:lot_id/vehicles',
  config: { access: grants.staff, errors: [], subject },
  schema: {
    summary:
      'List every license plate that may be in the lot now, or was allowed there at a past moment, and why',
    tags: ['monitor'],
    params: LotParams,
    querystring: Type.Object({ at }),
    response: { 200: Type.Object({ at: Instant, items: Type.Array(MonitorVehicle) }) },
  },
})

export const ReservationsSummary = Type.Object({
  starts_at: Instant,
  ends_at: Instant,
  active: Type.Integer({ description: 'Reservations that overlap the time range.' }),
  starting: Type.Integer(),
  ending: Type.Integer(),
  long: Type.Integer({ description: 'Active reservations longer than 45 days or without an end.' }),
  short: Type.Integer(),
  subleased: Type.Integer({
    description: 'Active reservations of a spot that is assigned to someone other than the driver.',
  }),
  free_spots: Type.Integer({ description: 'Spots that are free for the whole time range.' }),
  unpaid_holds: Type.Integer({
    description:
      'Spots that are currently held by drivers who have not paid yet. At a past moment: those that were paid later.',
  }),
  currency: Currency,
  paid_cents: Nullable(Cents),
})
export type ReservationsSummary = Static<typeof ReservationsSummary>

export const getReservationsSummaryRoute = route({
  method: 'GET',
  url: '/api/v2/monitor/lots/:lot_id/reservations-summary',
  config: { access: grants.staff, errors: [], subject },
  schema: {
    summary:
      "Get the counts of a time range, by default the lot's current day, or the day of a past moment as it was known then. Only admins see amounts",
    tags: ['monitor'],
    params: LotParams,
    querystring: Type.Object({
      starts_at: Type.Optional(Instant),
      ends_at: Type.Optional(Instant),
      at: Type.Optional(
        Type.String({
          format: 'date-time',
          description:
            'The moment whose knowledge counts, by default now: what was booked, canceled, paid, or refunded later is as if it had not been. Not in the future.',
        }),
      ),
    }),
    response: { 200: ReservationsSummary },
  },
})

/**
 * Server-sent events, each with an ID. `ready` comes first. `change` means that something in the lot changed and the
 * lists must be read again. A client that reconnects with `Last-Event-ID` receives one `change` if it missed something,
 * `reset` if that is no longer known (read everything again), and only `ready` if it missed nothing.
 */
export const watchLotRoute = route({
  method: 'GET',
  url: '/api/v1/monitor/lots/:lot_id/events',
  config: { access: grants.staff, errors: ['too_many_streams'], subject },
  schema: {
    summary: 'Stream an event (text/event-stream) whenever something in the lot changes',
    tags: ['monitor'],
    params: LotParams,
    response: { 200: Type.String() },
  },
})
