import { spotAvailabilities, spotTypes } from '@openspot/core/enums.ts'
import { fineReasons } from '@openspot/core/fines/enums.ts'
import { problemFindings, problemKinds } from '@openspot/core/problems/enums.ts'
import { type Static, Type } from 'typebox'
import { MonitorVehicle } from '../booking/monitor.ts'
import { Currency, Id, Instant, LotParams, Nullable, StringEnum } from '../common.ts'
import { route } from '../route.ts'

const Hash = Type.String({
  description: 'HMAC-SHA-256 with the key of the shift, the first 72 bits in Base64 (URL).',
})

/** A right to park at some time of the shift. */
export const ShiftRight = Type.Object({
  plate_hash: Hash,
  look_alike_hash: Hash,
  region: Type.String({ description: 'State or country of the plate, or empty.' }),
  spot_label: Type.String(),
  right: MonitorVehicle.properties.right,
  starts_at: Instant,
  ends_at: Nullable(Instant),
})

export const ShiftSpot = Type.Object({
  id: Id,
  label: Type.String(),
  type: StringEnum(spotTypes),
  level: Type.Integer(),
  zone_id: Nullable(Id),
  state: StringEnum(spotAvailabilities, { description: 'At `as_of`.' }),
  until: Nullable(Type.String({ format: 'date-time', description: 'When the state changes, if known.' })),
  next_starts_at: Nullable(
    Type.String({ format: 'date-time', description: 'When the next reservation of the spot starts.' }),
  ),
})
export type ShiftSpot = Static<typeof ShiftSpot>

/** An open problem, for someone to look at on site. */
export const ShiftTask = Type.Object({
  id: Id,
  kind: StringEnum(problemKinds),
  text: Nullable(Type.String()),
  spot_label: Nullable(Type.String()),
  other_plate: Nullable(Type.String({ description: 'The reported plate of the other vehicle.' })),
  other_region: Type.String(),
  created_at: Instant,
  finding: Nullable(StringEnum(problemFindings)),
})
export type ShiftTask = Static<typeof ShiftTask>

export const ShiftFineReason = Type.Object({
  reason: StringEnum(fineReasons),
  warnings: Type.Integer({ description: 'How many warnings come first.' }),
  amounts_cents: Type.Array(Type.Integer(), { description: 'The first, second, third … fine.' }),
})

/** What a device of a patroller needs to work for a shift without a connection. */
export const ShiftData = Type.Object({
  lot: Type.Object({
    id: Id,
    name: Type.String(),
    time_zone: Type.String({ description: 'IANA time zone of the lot.' }),
    currency: Currency,
  }),
  rights: Type.Array(ShiftRight),
  zones: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  spots: Type.Array(ShiftSpot),
  tasks: Type.Array(ShiftTask, { description: 'The open problems, the newest first, at most 100.' }),
  fine_reasons: Type.Array(ShiftFineReason, {
    description:
      'Of the lot’s default rule set. The rule set of the driver’s group may differ, and decides when the fine arrives.',
  }),
})
export type ShiftData = Static<typeof ShiftData>

export const PatrolShift = Type.Object({
  as_of: Instant,
  known_until: Type.String({
    format: 'date-time',
    description: 'Rights that begin later are not in the data: 12 hours after `as_of`.',
  }),
  hash_key: Type.String({
    description: 'The key of the hashes, in Base64 (URL). The same for the whole shift.',
  }),
  version: Type.String({ description: 'To be sent with the next call of the shift.' }),
  data: Nullable(ShiftData, { description: 'Null if nothing changed since `version`.' }),
})
export type PatrolShift = Static<typeof PatrolShift>

export const getPatrolShiftRoute = route({
  method: 'GET',
  url: '/api/v2/lots/:lot_id/patrol-shift',
  config: {
    access: ['patroller', 'admin', 'super_admin'],
    errors: [],
    subject: { kind: 'lot', in: 'params', name: 'lot_id' },
    limit: { max: 300, minutes: 60, per: 'person' },
    weight: 5,
  },
  schema: {
    summary:
      'Get everything that a patroller’s device needs for a shift without a connection. License plates of rights are hashed with a key of the shift',
    tags: ['patrol'],
    params: LotParams,
    querystring: Type.Object({
      shift_id: Type.String({
        format: 'uuid',
        description: 'Random, chosen by the device. Another shift has other hashes.',
      }),
      version: Type.Optional(
        Type.String({
          maxLength: 128,
          description:
            'What the device has. Without it, or with one that this call did not return for the shift, the start of a shift is audited.',
        }),
      ),
    }),
    response: { 200: PatrolShift },
  },
})
