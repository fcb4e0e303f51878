import { plateDirections, plateGateResults, visitEnds, visitStates } from '@openspot/core/cameras/enums.ts'
import { plateMatches } from '@openspot/core/enums.ts'
import { gateReasons } from '@openspot/core/gates/enums.ts'
import { parkingRights } from '@openspot/core/plates/rights.ts'
import { type Static, Type } from 'typebox'
import { FileAnswer, Id, Instant, LotParams, Nullable, Page, PageQuery, StringEnum } from '../common.ts'
import { grants, route } from '../route.ts'

const lot = { kind: 'lot', in: 'params', name: 'lot_id' } as const
const Match = Nullable(StringEnum(plateMatches), {
  description: 'How the plate compares with that of the right. Null: no right was found.',
})
const RightKind = Nullable(StringEnum(parkingRights))

/** One passage of a vehicle in front of a camera. */
export const PlateRead = Type.Object({
  id: Id,
  camera_name: Nullable(Type.String({ description: 'Null if staff recorded that the vehicle left.' })),
  plate: Type.String({ description: 'As it was read.' }),
  region: Type.String(),
  confidence: Nullable(Type.Integer({ description: 'In percent.' })),
  direction: StringEnum(plateDirections),
  captured_at: Instant,
  received_at: Instant,
  match: Match,
  is_ambiguous: Type.Boolean({
    description: 'Several vehicles with a right look like it, so none was chosen.',
  }),
  right_kind: RightKind,
  right_plate: Nullable(Type.String({ description: 'The plate with the right.' })),
  spot_label: Nullable(Type.String()),
  gate_result: Nullable(StringEnum(plateGateResults), {
    description:
      'What became of opening the gate. TOO_LATE: the event arrived too late, so nothing was opened.',
  }),
  gate_reason: Nullable(StringEnum(gateReasons), { description: 'Why the gate refused.' }),
  has_image: Type.Boolean(),
})
export type PlateRead = Static<typeof PlateRead>

export const listPlateReadsRoute = route({
  method: 'GET',
  url: '/api/v2/lots/:lot_id/plate-reads',
  config: { access: grants.staff, errors: [], subject: lot },
  schema: {
    summary: 'List what the cameras of a lot read, newest first. To ask about one plate, look it up',
    tags: ['cameras'],
    params: LotParams,
    querystring: Type.Object({ ...PageQuery, camera_id: Type.Optional(Id), visit_id: Type.Optional(Id) }),
    response: { 200: Page(PlateRead) },
  },
})

export const getPlateReadImageRoute = route({
  method: 'GET',
  url: '/api/v2/lots/:lot_id/plate-reads/:read_id/image',
  config: { access: grants.staff, errors: [], subject: lot },
  schema: {
    summary: 'Get the private picture of a read. Who saw it is audited',
    tags: ['cameras'],
    params: Type.Object({ lot_id: Id, read_id: Id }),
    response: { 200: FileAnswer('image/webp', 'The picture, encoded again without metadata.') },
  },
})

export const PlateVisit = Type.Object({
  id: Id,
  plate: Type.String({ description: 'The plate with the right, or as it was read.' }),
  region: Type.String(),
  entered_at: Nullable(Instant, { description: 'Null if the entry was not seen.' }),
  exited_at: Nullable(Instant, { description: 'Null while the vehicle is inside.' }),
  first_seen_at: Instant,
  last_seen_at: Instant,
  dwell_minutes: Type.Integer({ description: 'From when it was first seen until it left, or until now.' }),
  end_reason: Nullable(StringEnum(visitEnds)),
  state: StringEnum(visitStates, {
    description:
      'AUTHORIZED: it has a right to park. OVERSTAY: it had one, and the grace period after it is over. NO_RIGHT: none was found.',
  }),
  match: Match,
  right_kind: RightKind,
  reservation_id: Nullable(Id),
  spot_label: Nullable(Type.String()),
  right_ends_at: Nullable(Instant),
  driver_name: Nullable(Type.String()),
  image_read_id: Nullable(Id, { description: 'The latest of its reads with a picture.' }),
})
export type PlateVisit = Static<typeof PlateVisit>

export const visitFilters = ['INSIDE', 'ATTENTION', 'ALL'] as const

export const listPlateVisitsRoute = route({
  method: 'GET',
  url: '/api/v2/lots/:lot_id/plate-visits',
  config: { access: grants.staff, errors: [], subject: lot },
  schema: {
    summary: 'List the visits of vehicles, newest first',
    tags: ['cameras'],
    params: LotParams,
    querystring: Type.Object({
      ...PageQuery,
      show: Type.Optional(
        StringEnum(visitFilters, {
          description:
            'INSIDE: vehicles that are there now. ATTENTION: those of them without a right. Default: ALL.',
        }),
      ),
    }),
    response: { 200: Page(PlateVisit) },
  },
})

export const endPlateVisitRoute = route({
  method: 'POST',
  url: '/api/v2/lots/:lot_id/plate-visits/:visit_id/end',
  config: {
    access: ['patroller', 'admin', 'super_admin'],
    errors: ['visit_ended'],
    subject: lot,
  },
  schema: {
    summary: 'Record that a vehicle left although no camera saw it',
    tags: ['cameras'],
    params: Type.Object({ lot_id: Id, visit_id: Id }),
    response: { 200: PlateVisit },
  },
})
