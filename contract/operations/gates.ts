import { clientKinds } from '@openspot/core/enums.ts'
import {
  gateActuations,
  gateFaults,
  gateOpenStatuses,
  gatePositions,
  gateReasons,
  gateRights,
} from '@openspot/core/gates/enums.ts'
import { gateBounds, longestHoldOpenHours } from '@openspot/core/gates/limits.ts'
import { type Static, Type } from 'typebox'
import {
  Id,
  Instant,
  LotParams,
  NoContent,
  Nullable,
  Page,
  PageQuery,
  StrictObject,
  StringEnum,
} from '../common.ts'
import { route } from '../route.ts'
import { GateDevice } from './gate-devices.ts'

const admins = ['admin', 'super_admin', 'platform_admin'] as const
const staff = ['patroller', 'admin', 'super_admin'] as const
const lot = { kind: 'lot', in: 'params', name: 'lot_id' } as const
/** Its resource owners are the people with a reservation in the lot that has not ended more than a day ago. */
const visitedLot = { kind: 'visited_lot', in: 'params', name: 'lot_id' } as const
const gate = { kind: 'gate', in: 'params', name: 'gate_id' } as const
const GateParams = Type.Object({ lot_id: Id, gate_id: Id })

const bounded = (name: keyof typeof gateBounds, description: string) =>
  Type.Integer({ minimum: gateBounds[name][0], maximum: gateBounds[name][1], description })

const settings = {
  name: Type.String({ minLength: 1, maxLength: 80 }),
  device: GateDevice,
  actuation: StringEnum(gateActuations, {
    description:
      'Whether a pulse only opens the gate, or opens and closes it in turn as a push button does. Never two pulses to such a gate while it moves.',
  }),
  pulse_ms: bounded('pulse_ms', 'Length of the pulse.'),
  travel_seconds: bounded('travel_seconds', 'How long the gate takes to open.'),
  pause_seconds: bounded('pause_seconds', 'Shortest time between two pulses.'),
  early_minutes: bounded('early_minutes', 'How long before its start a reservation opens the gate.'),
  late_minutes: bounded('late_minutes', 'How long after its end a reservation opens the gate.'),
  locked_reason: Nullable(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Why only staff may open the gate at the moment.',
    }),
  ),
  emergency_access: Nullable(
    Type.String({ minLength: 1, maxLength: 500, description: 'How to open it without power or network.' }),
  ),
}

/** A gate as everyone with a right to it sees it. The device and its address are for staff. */
export const Gate = Type.Object({
  id: Id,
  lot_id: Id,
  name: Type.String(),
  position: StringEnum(gatePositions),
  is_reachable: Nullable(Type.Boolean({ description: 'Null until it was asked for the first time.' })),
  reachable_at: Nullable(Instant),
  is_obstructed: Type.Boolean(),
  held_open_until: Nullable(Instant),
  locked_reason: settings.locked_reason,
  emergency_access: settings.emergency_access,
  /** What the caller could do at this moment. */
  may_open: Type.Boolean(),
  reason: Nullable(StringEnum(gateReasons, { description: 'Why the caller may not open it.' })),
  needs_note: Type.Boolean({ description: 'Whether the caller opens it as staff and has to say why.' }),
  can_hold_open: Type.Boolean({ description: 'Whether its device can hold it open.' }),
  opens_at: Nullable(Instant, { description: 'From when the caller’s next reservation opens it.' }),
})
export type Gate = Static<typeof Gate>

/** The settings and health of a gate, for its staff. */
export const StaffGate = Type.Object({
  ...Gate.properties,
  ...settings,
  has_position_sensor: Type.Boolean({ description: 'Whether the device reports where the gate is.' }),
  has_password: Type.Boolean(),
  faults: Type.Array(StringEnum(gateFaults)),
  checked_at: Nullable(Instant),
  opens_today: Type.Integer(),
})
export type StaffGate = Static<typeof StaffGate>

const password = Type.Optional(
  Nullable(
    Type.String({ minLength: 1, maxLength: 200, description: 'Of a Shelly over HTTP. Stored encrypted.' }),
  ),
)

export const listGatesRoute = route({
  method: 'GET',
  url: '/api/v1/gates/lots/:lot_id',
  config: { access: ['resource_owner', 'member', 'patroller', ...admins], errors: [], subject: visitedLot },
  schema: {
    summary: 'List the gates of a lot, and whether the caller may open them now',
    tags: ['gates'],
    params: LotParams,
    response: { 200: Type.Object({ items: Type.Array(Gate) }) },
  },
})

export const listStaffGatesRoute = route({
  method: 'GET',
  url: '/api/v2/gates/lots/:lot_id/settings',
  config: { access: admins, errors: [], subject: lot },
  schema: {
    summary: 'List the gates of a lot with their settings and health',
    tags: ['gates'],
    params: LotParams,
    response: { 200: Type.Object({ items: Type.Array(StaffGate) }) },
  },
})

export const createGateRoute = route({
  method: 'POST',
  url: '/api/v2/gates/lots/:lot_id',
  config: { access: ['admin', 'super_admin'], errors: ['name_taken', 'gate_limit'], subject: lot },
  schema: {
    summary: 'Add a gate',
    tags: ['gates'],
    params: LotParams,
    body: StrictObject({ ...settings, password }),
    response: { 201: StaffGate },
  },
})

export const patchGateRoute = route({
  method: 'PATCH',
  url: '/api/v1/gates/lots/:lot_id/gates/:gate_id',
  config: { access: admins, errors: ['name_taken', 'gate_changed'], subject: gate },
  schema: {
    summary: 'Change a gate',
    tags: ['gates'],
    params: GateParams,
    body: Type.Partial(
      Type.Object({
        ...settings,
        password,
        before: Type.Partial(Type.Object(settings), {
          additionalProperties: false,
          description:
            'Settings as they were read. Fails with gate_changed if one of them is different now, so that nothing is overwritten.',
        }),
      }),
      { additionalProperties: false },
    ),
    response: { 200: StaffGate },
  },
})

export const deleteGateRoute = route({
  method: 'DELETE',
  url: '/api/v2/gates/lots/:lot_id/gates/:gate_id',
  config: { access: ['admin', 'super_admin'], errors: [], subject: gate },
  schema: {
    summary: 'Remove a gate; its history is kept',
    tags: ['gates'],
    params: GateParams,
    response: { 204: NoContent },
  },
})

/** A request to open a gate. */
export const GateOpen = Type.Object({
  id: Id,
  lot_id: Id,
  gate_id: Id,
  gate_name: Type.String(),
  status: StringEnum(gateOpenStatuses),
  is_final: Type.Boolean({ description: 'Whether nothing more is expected.' }),
  reason: Nullable(
    StringEnum(gateReasons, { description: 'Why the gate was not opened, or not confirmed.' }),
  ),
  given_by: Nullable(StringEnum(gateRights, { description: 'What entitled the person to open the gate.' })),
  confirmed_by: StringEnum(['NONE', 'RELAY', 'SENSOR'] as const, {
    description:
      'What confirmed it: the relay only says that it was switched, the position sensor that the gate moved.',
  }),
  has_joined: Type.Boolean({
    description: 'Whether someone else’s request was in flight; one pulse opens for both.',
  }),
  steps: Type.Array(Type.Object({ status: StringEnum(gateOpenStatuses), at: Instant })),
  poll_after_ms: Nullable(Type.Integer({ description: 'When to ask again; null if the status is final.' })),
  requested_at: Instant,
  expires_at: Instant,
  gate: Type.Object({
    position: StringEnum(gatePositions),
    is_reachable: Nullable(Type.Boolean()),
    is_obstructed: Type.Boolean(),
  }),
})
export type GateOpen = Static<typeof GateOpen>

export const openGateRoute = route({
  method: 'POST',
  url: '/api/v1/gates/lots/:lot_id/gates/:gate_id/open',
  config: {
    access: ['resource_owner', 'member', ...staff],
    errors: [],
    subject: gate,
    idempotent: true,
  },
  schema: {
    summary: 'Open a gate with one pulse. Poll its status, because hardware may be slow or silent',
    tags: ['gates'],
    params: GateParams,
    body: StrictObject({
      note: Type.Optional(
        Type.String({ minLength: 1, maxLength: 200, description: 'Required from staff: why they open it.' }),
      ),
    }),
    response: { 202: GateOpen },
  },
})

export const getGateOpenRoute = route({
  method: 'GET',
  url: '/api/v1/gates/lots/:lot_id/gates/:gate_id/open/status',
  config: {
    access: ['resource_owner', 'member', ...staff],
    errors: ['gate_not_requested'],
    subject: gate,
  },
  schema: {
    summary: 'Get the status of a request to open a gate; without an ID, of the caller’s latest one',
    tags: ['gates'],
    params: GateParams,
    querystring: Type.Object({ open_id: Type.Optional(Id) }),
    response: { 200: GateOpen },
  },
})

/** A request in the history of a gate. */
export const GateOpenEntry = Type.Object({
  id: Id,
  user_id: Id,
  name: Nullable(Type.String()),
  status: StringEnum(gateOpenStatuses),
  reason: Nullable(StringEnum(gateReasons)),
  given_by: Nullable(StringEnum(gateRights)),
  reservation_id: Nullable(Id),
  note: Nullable(Type.String()),
  client: Nullable(StringEnum(clientKinds)),
  has_joined: Type.Boolean(),
  // Optional, because a page may meet an answer of the release before.
  is_by_link: Type.Optional(
    Type.Boolean({
      description: 'Whether who asked had only the link to the pass, which its driver may have forwarded.',
    }),
  ),
  response: Nullable(Type.String({ description: 'What the device answered, without secrets.' })),
  steps: Type.Array(Type.Object({ status: StringEnum(gateOpenStatuses), at: Instant })),
  requested_at: Instant,
})
export type GateOpenEntry = Static<typeof GateOpenEntry>

export const listGateOpensRoute = route({
  method: 'GET',
  url: '/api/v2/gates/lots/:lot_id/gates/:gate_id/opens',
  config: { access: [...staff, 'platform_admin'], errors: [], subject: gate },
  schema: {
    summary: 'List the requests to open a gate, newest first',
    tags: ['gates'],
    params: GateParams,
    querystring: Type.Object(PageQuery),
    response: { 200: Page(GateOpenEntry) },
  },
})

export const holdGateOpenRoute = route({
  method: 'POST',
  url: '/api/v2/gates/lots/:lot_id/gates/:gate_id/hold-open',
  config: { access: staff, errors: ['gate_cannot_hold', 'gate_unreachable'], subject: gate },
  schema: {
    summary: `Hold a gate open until a time at most ${longestHoldOpenHours} hours away`,
    tags: ['gates'],
    params: GateParams,
    body: StrictObject({ until: Instant, note: Type.String({ minLength: 1, maxLength: 200 }) }),
    response: { 200: Gate },
  },
})

export const releaseGateRoute = route({
  method: 'DELETE',
  url: '/api/v2/gates/lots/:lot_id/gates/:gate_id/hold-open',
  config: { access: staff, errors: ['gate_unreachable'], subject: gate },
  schema: {
    summary: 'Stop holding a gate open',
    tags: ['gates'],
    params: GateParams,
    response: { 200: Gate },
  },
})

export const checkGateRoute = route({
  method: 'POST',
  url: '/api/v2/gates/lots/:lot_id/gates/:gate_id/check',
  config: {
    access: ['admin', 'super_admin'],
    errors: [],
    subject: gate,
    limit: { max: 30, minutes: 10, per: 'person' },
  },
  schema: {
    summary: 'Ask the device whether it is reachable and set up safely. Does not move the gate',
    tags: ['gates'],
    params: GateParams,
    response: { 200: StaffGate },
  },
})

export const allowMemberGatesRoute = route({
  method: 'PUT',
  url: '/api/v2/gates/lots/:lot_id/members/:user_id',
  config: {
    access: ['admin', 'super_admin'],
    errors: ['membership_not_possible'],
    subject: { ...lot, resource_owner_name: 'user_id' },
  },
  schema: {
    summary:
      'Allow an active member to open the gates at any time, without a reservation or an assigned spot, or withdraw that permission',
    tags: ['gates'],
    params: Type.Object({ lot_id: Id, user_id: Id }),
    body: StrictObject({ is_allowed: Type.Boolean() }),
    response: { 200: Type.Object({ is_allowed: Type.Boolean() }) },
  },
})
