import { Type } from 'typebox'
import { Id, ReservationParams, StrictObject } from '../common.ts'
import { route } from '../route.ts'
import { Gate, GateOpen } from './gates.ts'

const subject = { kind: 'reservation', in: 'params', name: 'reservation_id' } as const
const access = ['resource_owner', 'link_holder'] as const
const PassGateParams = Type.Object({ reservation_id: Id, gate_id: Id })

export const listPassGatesRoute = route({
  method: 'GET',
  url: '/api/v2/reservations/:reservation_id/gates',
  config: { access, errors: [], subject, limit: { max: 300, minutes: 5 } },
  schema: {
    summary: 'List the gates of a reservation’s lot, and whether this reservation opens them now',
    tags: ['gates'],
    params: ReservationParams,
    response: { 200: Type.Object({ items: Type.Array(Gate) }) },
  },
})

export const openPassGateRoute = route({
  method: 'POST',
  url: '/api/v2/reservations/:reservation_id/gates/:gate_id/open',
  config: { access, errors: [], subject, idempotent: true, limit: { max: 60, minutes: 10 } },
  schema: {
    summary:
      'Open a gate with one pulse by a reservation, and by nothing else that its driver may do. Poll its status, because hardware may be slow or silent',
    tags: ['gates'],
    params: PassGateParams,
    body: StrictObject({}),
    response: { 202: GateOpen },
  },
})

export const getPassGateOpenRoute = route({
  method: 'GET',
  url: '/api/v2/reservations/:reservation_id/gates/:gate_id/open/status',
  config: { access, errors: ['gate_not_requested'], subject },
  schema: {
    summary: 'Get the status of a request to open a gate by a reservation, which only its ID names',
    tags: ['gates'],
    params: PassGateParams,
    querystring: Type.Object({ open_id: Type.Optional(Id) }),
    response: { 200: GateOpen },
  },
})
