import { cameraDirections, cameraEventReasons, cameraKinds } from '@openspot/core/cameras/enums.ts'
import { defaultGraceMinutes, longestGraceMinutes } from '@openspot/core/cameras/limits.ts'
import { type Static, Type } from 'typebox'
import {
  Id,
  Instant,
  LotParams,
  NoContent,
  Nullable,
  Page,
  PageQuery,
  PlainName,
  StrictObject,
  StringEnum,
} from '../common.ts'
import { grants, route } from '../route.ts'

const admins = ['admin', 'super_admin'] as const
const lot = { kind: 'lot', in: 'params', name: 'lot_id' } as const
const CameraParams = Type.Object({ lot_id: Id, camera_id: Id })

const settings = {
  name: PlainName(80),
  kind: StringEnum(cameraKinds, { description: 'The format in which it sends what it reads.' }),
  direction: StringEnum(cameraDirections, {
    description:
      'What passing it means: ENTRY and EXIT; BOTH if it sees vehicles in both directions; INSIDE if it only sees that a vehicle is there.',
  }),
  gate_id: Nullable(Id, { description: 'The gate that it opens for vehicles with a right to park.' }),
  silent_hours: Type.Integer({
    minimum: 1,
    maximum: 720,
    description: 'After how many hours without any event the admins are notified.',
  }),
}
const is_active = Type.Boolean({ description: 'Events of an inactive camera are discarded.' })

export const Camera = Type.Object({
  id: Id,
  lot_id: Id,
  ...settings,
  name: Type.String(),
  is_active,
  gate_name: Nullable(Type.String()),
  event_at: Nullable(Instant, { description: 'When it last sent anything.' }),
  read_at: Nullable(Instant, { description: 'When it last read a license plate.' }),
  is_silent: Type.Boolean({ description: 'Whether it has sent nothing for `silent_hours`.' }),
  delay_ms: Nullable(Type.Integer(), {
    description: 'How long the last event took from the picture to the server, by the clock of the camera.',
  }),
  dropped_at: Nullable(Instant, {
    description: 'When events were last discarded because there were too many.',
  }),
  failures_today: Type.Integer({ description: 'Events of the last 24 hours that could not be read.' }),
  reads_today: Type.Integer({ description: 'Reads of the last 24 hours.' }),
  previous_until: Nullable(Instant, { description: 'Until when its previous address is accepted.' }),
  created_at: Instant,
})
export type Camera = Static<typeof Camera>

/** A camera with its secret address, which is shown only once. */
export const CameraWithAddress = Type.Object({
  camera: Camera,
  address: Type.String({ description: 'Where the camera sends its events. Stored only as a hash.' }),
})

export const listCamerasRoute = route({
  method: 'GET',
  url: '/api/v2/lots/:lot_id/cameras',
  config: { access: grants.staff, errors: [], subject: lot },
  schema: {
    summary: 'List the cameras of a lot with their settings and health',
    tags: ['cameras'],
    params: LotParams,
    response: { 200: Type.Object({ items: Type.Array(Camera) }) },
  },
})

export const createCameraRoute = route({
  method: 'POST',
  url: '/api/v2/lots/:lot_id/cameras',
  config: { access: admins, errors: ['name_taken', 'camera_limit'], subject: lot },
  schema: {
    summary: 'Add a camera. Returns the secret address to which it sends its events, once',
    tags: ['cameras'],
    params: LotParams,
    body: StrictObject(settings),
    response: { 201: CameraWithAddress },
  },
})

export const patchCameraRoute = route({
  method: 'PATCH',
  url: '/api/v2/lots/:lot_id/cameras/:camera_id',
  config: { access: admins, errors: ['name_taken'], subject: lot },
  schema: {
    summary: 'Change a camera',
    tags: ['cameras'],
    params: CameraParams,
    body: Type.Partial(Type.Object({ ...settings, is_active }), { additionalProperties: false }),
    response: { 200: Camera },
  },
})

export const rotateCameraRoute = route({
  method: 'POST',
  url: '/api/v2/lots/:lot_id/cameras/:camera_id/rotate',
  config: { access: admins, errors: [], subject: lot },
  schema: {
    summary: 'Replace the secret address of a camera. The previous one is accepted for a while',
    tags: ['cameras'],
    params: CameraParams,
    body: StrictObject({
      grace_minutes: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: longestGraceMinutes,
          description: `How long the previous address is still accepted. Default: ${defaultGraceMinutes}. 0 ends it at once.`,
        }),
      ),
    }),
    response: { 200: CameraWithAddress },
  },
})

export const deleteCameraRoute = route({
  method: 'DELETE',
  url: '/api/v2/lots/:lot_id/cameras/:camera_id',
  config: { access: admins, errors: [], subject: lot },
  schema: {
    summary: 'Remove a camera. Its address ends; its reads are kept for their time',
    tags: ['cameras'],
    params: CameraParams,
    response: { 204: NoContent },
  },
})

export const CameraFailure = Type.Object({
  id: Id,
  received_at: Instant,
  reason: StringEnum(cameraEventReasons),
  content_type: Type.String(),
  size_bytes: Type.Integer(),
  excerpt: Nullable(Type.String(), {
    description: 'The beginning of the event, if it is text and still kept.',
  }),
})
export type CameraFailure = Static<typeof CameraFailure>

export const listCameraFailuresRoute = route({
  method: 'GET',
  url: '/api/v2/lots/:lot_id/cameras/:camera_id/failures',
  config: { access: [...admins, 'platform_admin'], errors: [], subject: lot },
  schema: {
    summary: 'List the events of a camera that could not be read, newest first',
    tags: ['cameras'],
    params: CameraParams,
    querystring: Type.Object(PageQuery),
    response: { 200: Page(CameraFailure) },
  },
})

export const receiveCameraEventRoute = route({
  method: 'POST',
  url: '/api/v2/camera-events/:camera_token',
  config: { access: ['anonymous'], errors: ['not_found', 'too_many_requests'] },
  schema: {
    summary: 'Receive an event from a camera at its secret address: stored first, read later',
    tags: ['webhooks'],
    params: Type.Object({ camera_token: Type.String({ minLength: 1, maxLength: 100 }) }),
    response: { 200: Type.Object({ received: Type.Literal(true) }) },
  },
})

/** What a lot's cameras record and for how long, from its settings. */
export const CameraPolicy = Type.Object({
  lot_name: Type.String(),
  managed_by: Nullable(Type.String()),
  camera_count: Type.Integer({ description: 'Active cameras.' }),
  opens_gates: Type.Boolean({ description: 'Whether a read can open a gate.' }),
  keeps_images: Type.Boolean(),
  image_hours: Type.Integer({ description: 'How long pictures are kept. 0: none are.' }),
  matched_hours: Type.Integer({
    description: 'How long a visit with a right to park is kept after the vehicle left.',
  }),
  unmatched_days: Type.Integer({ description: 'The same for other vehicles.' }),
  grace_minutes: Type.Integer(),
  appeal_days: Type.Integer({
    description: 'How long a fine may be appealed; its evidence is kept until then.',
  }),
  lookup_days: Type.Integer({ description: 'How long it is kept who looked up which license plate.' }),
})
export type CameraPolicy = Static<typeof CameraPolicy>

export const getCameraPolicyRoute = route({
  method: 'GET',
  url: '/api/v2/lots/:public_id/camera-policy',
  config: {
    access: grants.lotReaders,
    errors: [],
    subject: { kind: 'public_lot', in: 'params', name: 'public_id' },
  },
  schema: {
    summary:
      'Get what the cameras of a lot record, generated from its settings. Not found without active cameras',
    tags: ['cameras'],
    params: Type.Object({ public_id: Type.String({ minLength: 10, maxLength: 60 }) }),
    response: { 200: CameraPolicy },
  },
})
