import { carFacts, eachCarFact } from '@openspot/core/cars/car-facts.ts'
import { type Static, Type } from 'typebox'
import {
  Id,
  Instant,
  LotParams,
  NoContent,
  Nullable,
  Page,
  PageQuery,
  PlateRegion,
  StrictObject,
  StringEnum,
} from '../common.ts'
import { grants, route } from '../route.ts'

/** Make, model, and the like, as their owner or the staff wrote them. */
export const facts = eachCarFact(() => Nullable(Type.String()))

export const Car = Type.Object({
  id: Id,
  plate: Type.String({ description: 'As entered by its owner.' }),
  plate_normalized: Type.String({ description: 'Only capital letters and digits.' }),
  region: Type.String({ description: 'State or country of the plate; empty if unknown.' }),
  ...facts,
  valid_until: Nullable(Type.String({ format: 'date-time', description: 'When a temporary plate expires.' })),
  created_at: Instant,
})
export type Car = Static<typeof Car>

/** Another vehicle whose plate is the same or easily confused (O and 0, I and 1, B and 8, S and 5 …). */
const Alike = {
  id: Id,
  plate: Type.String(),
  region: Type.String(),
  is_same: Type.Boolean({
    description: 'Whether the letters and digits are equal; otherwise they look alike.',
  }),
}
export const MyCar = Type.Object({
  ...Car.properties,
  look_alikes: Type.Array(Type.Object(Alike), { description: 'The matching vehicle of mine.' }),
})
export type MyCar = Static<typeof MyCar>

/** A record by the staff of one lot about a vehicle. It applies only in that lot. */
const CarNote = Type.Object({
  id: Id,
  plate: Type.String(),
  region: Type.String(),
  ...facts,
  valid_until: Nullable(Instant),
  reason: Nullable(Type.String()),
  state: StringEnum(['OPEN', 'DISMISSED'] as const, {
    description:
      'OPEN: it applies in this lot, and its owner can accept it. DISMISSED: its owner rejected it.',
  }),
  created_at: Instant,
  created_by: Nullable(Type.String()),
})

/** A vehicle as the staff of a lot see it. */
export const LotCar = Type.Object({
  ...Car.properties,
  user_id: Id,
  owner: Nullable(Type.String({ description: 'The name of its owner.' })),
  is_member: Type.Boolean({
    description: 'Whether its owner is a member of the lot; otherwise it has a reservation there.',
  }),
  is_recorded_by_staff: Type.Boolean({
    description: 'Whether staff added it. It is a record of this lot until its owner accepts it.',
  }),
  note: Nullable(CarNote),
  live_reservations: Type.Integer({
    description: 'Number of its current and upcoming reservations in the lot.',
  }),
  previous_plates: Type.Array(
    Type.Object({ plate: Type.String(), region: Type.String(), replaced_at: Instant }),
  ),
  look_alikes: Type.Array(Type.Object({ ...Alike, user_id: Id, owner: Nullable(Type.String()) }), {
    description: 'The matching vehicle in the lot.',
  }),
})
export type LotCar = Static<typeof LotCar>

const text = (maxLength: number) => Type.Optional(Nullable(Type.String({ maxLength })))
const fields = {
  region: Type.Optional(PlateRegion),
  ...eachCarFact((fact) => text(carFacts[fact])),
  valid_until: Type.Optional(Nullable(Instant)),
}
/** A license plate as it is written on the vehicle. */
export const Plate = Type.String({ minLength: 1, maxLength: 20 })
const CarParams = Type.Object({ car_id: Id })

export const listMyCarsRoute = route({
  method: 'GET',
  url: '/api/v1/cars/mine',
  config: { access: ['user'], errors: [] },
  schema: {
    summary: 'List my vehicles',
    tags: ['cars'],
    response: { 200: Type.Object({ items: Type.Array(MyCar) }) },
  },
})

export const createCarRoute = route({
  method: 'POST',
  url: '/api/v2/cars',
  config: { access: ['user'], errors: ['car_exists'] },
  schema: {
    summary: 'Add a vehicle',
    tags: ['cars'],
    body: StrictObject({ plate: Plate, ...fields }),
    response: { 201: Car },
  },
})

/** Two of my reservations at overlapping times in different lots, which have the same plate now. */
const Overlap = Type.Object({
  reservation_id: Id,
  lot_name: Type.String(),
  other_reservation_id: Id,
  other_lot_name: Type.String(),
})
export const ChangedCar = Type.Object({
  ...Car.properties,
  // Optional, because a page may meet an answer of the release before.
  overlaps: Type.Optional(
    Type.Array(Overlap, {
      description:
        'If the plate was changed: my current and upcoming reservations of this vehicle that overlap with another one, in another lot, for the same plate. Nothing is refused or canceled.',
    }),
  ),
})
export type ChangedCar = Static<typeof ChangedCar>

export const patchCarRoute = route({
  method: 'PATCH',
  url: '/api/v2/cars/:car_id',
  config: {
    access: ['resource_owner'],
    errors: ['car_exists'],
    subject: { kind: 'car', in: 'params', name: 'car_id' },
  },
  schema: {
    summary: 'Change a vehicle',
    tags: ['cars'],
    params: CarParams,
    body: StrictObject({ plate: Type.Optional(Plate), ...fields }),
    response: { 200: ChangedCar },
  },
})

export const deleteCarRoute = route({
  method: 'DELETE',
  url: '/api/v2/cars/:car_id',
  config: {
    access: ['resource_owner'],
    errors: ['car_in_use'],
    subject: { kind: 'car', in: 'params', name: 'car_id' },
  },
  schema: { summary: 'Remove a vehicle', tags: ['cars'], params: CarParams, response: { 204: NoContent } },
})

/** A vehicle that a lot recorded, for its owner to accept or dismiss. */
export const CarProposal = Type.Object({
  id: Id,
  lot_id: Id,
  lot_name: Type.String(),
  plate: Type.String(),
  region: Type.String(),
  ...facts,
  valid_until: Nullable(Instant),
  reason: Nullable(Type.String()),
  created_at: Instant,
  car: Nullable(Type.Object({ id: Id, plate: Type.String(), region: Type.String() }), {
    description: 'The vehicle that would change. Null: a new one would be added.',
  }),
})
export type CarProposal = Static<typeof CarProposal>

const proposal = { kind: 'car_note', in: 'params', name: 'car_note_id' } as const
const ProposalParams = Type.Object({ car_note_id: Id })

export const listMyCarProposalsRoute = route({
  method: 'GET',
  url: '/api/v1/cars/mine/proposals',
  config: { access: ['user'], errors: [] },
  schema: {
    summary: 'List the vehicles that lots recorded for me and that I have not answered',
    tags: ['cars'],
    response: { 200: Type.Object({ items: Type.Array(CarProposal) }) },
  },
})

export const acceptCarProposalRoute = route({
  method: 'POST',
  url: '/api/v1/cars/mine/proposals/:car_note_id/accept',
  config: {
    access: ['resource_owner'],
    errors: ['car_exists'],
    subject: proposal,
    limit: { max: 60, minutes: 60 },
  },
  schema: {
    summary: 'Accept a vehicle that a lot recorded. My vehicle is changed or added',
    tags: ['cars'],
    params: ProposalParams,
    response: { 200: Car },
  },
})

export const dismissCarProposalRoute = route({
  method: 'POST',
  url: '/api/v1/cars/mine/proposals/:car_note_id/dismiss',
  config: { access: ['resource_owner'], errors: [], subject: proposal, limit: { max: 60, minutes: 60 } },
  schema: {
    summary: 'Dismiss a vehicle that a lot recorded. It no longer applies in that lot',
    tags: ['cars'],
    params: ProposalParams,
    response: { 204: NoContent },
  },
})

const Reason = Type.Optional(Type.String({ minLength: 1, maxLength: 500 }))
const lot = { kind: 'lot', in: 'params', name: 'lot_id' } as const
const admins = ['admin', 'super_admin', 'platform_admin'] as const
const LotCarParams = Type.Object({ lot_id: Id, car_id: Id })

export const listLotCarsRoute = route({
  method: 'GET',
  url: '/api/v1/cars/admin/lots/:lot_id/cars',
  config: { access: grants.staff, errors: [], subject: lot },
  schema: {
    summary: 'List the vehicles of the members and reservations of a lot',
    tags: ['cars'],
    params: LotParams,
    querystring: Type.Object({
      ...PageQuery,
      q: Type.Optional(
        Type.String({
          maxLength: 60,
          description: 'All or part of a license plate, including look-alikes, or a name.',
        }),
      ),
      user_id: Type.Optional(Id),
      has_look_alikes: Type.Optional(Type.Boolean()),
    }),
    response: { 200: Page(LotCar) },
  },
})

export const createLotCarRoute = route({
  method: 'POST',
  url: '/api/v1/cars/admin/lots/:lot_id/users/:user_id',
  config: { access: admins, errors: ['car_exists'], subject: lot, limit: { max: 120, minutes: 60 } },
  schema: {
    summary:
      'Record a vehicle for a member of the lot. It applies only in this lot until the member accepts it',
    tags: ['cars'],
    params: Type.Object({ lot_id: Id, user_id: Id }),
    body: StrictObject({ plate: Plate, ...fields, reason: Reason }),
    response: { 201: LotCar },
  },
})

export const getLotCarRoute = route({
  method: 'GET',
  url: '/api/v1/cars/admin/lots/:lot_id/cars/:car_id',
  config: { access: grants.staff, errors: [], subject: lot },
  schema: {
    summary: 'Get a vehicle of the lot with its previous license plates and look-alikes',
    tags: ['cars'],
    params: LotCarParams,
    response: { 200: LotCar },
  },
})

export const patchLotCarRoute = route({
  method: 'PATCH',
  url: '/api/v1/cars/admin/lots/:lot_id/cars/:car_id',
  config: { access: admins, errors: ['car_exists'], subject: lot, limit: { max: 120, minutes: 60 } },
  schema: {
    summary: 'Record a correction of a vehicle for this lot. Its owner sees it and may accept it',
    tags: ['cars'],
    params: LotCarParams,
    body: StrictObject({ plate: Type.Optional(Plate), ...fields, reason: Reason }),
    response: { 200: LotCar },
  },
})

export const deleteLotCarRoute = route({
  method: 'DELETE',
  url: '/api/v1/cars/admin/lots/:lot_id/cars/:car_id',
  config: { access: admins, errors: ['car_in_use'], subject: lot },
  schema: {
    summary:
      'Remove a vehicle from the lot. Its owner keeps it. Fails while a current or upcoming reservation there uses it',
    tags: ['cars'],
    params: LotCarParams,
    response: { 204: NoContent },
  },
})
