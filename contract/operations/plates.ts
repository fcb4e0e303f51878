import { plateLookupReasons, plateLookupResults, plateMatches } from '@openspot/core/enums.ts'
import { type Static, Type } from 'typebox'
import { MonitorVehicle } from '../booking/monitor.ts'
import {
  Id,
  Instant,
  LotParams,
  Nullable,
  Page,
  PageQuery,
  PlateRegion,
  StrictObject,
  StringEnum,
} from '../common.ts'
import { BotCheckAnswer } from '../identity/auth.ts'
import { grants, route } from '../route.ts'

const lot = { kind: 'lot', in: 'params', name: 'lot_id' } as const
const Plate = Type.String({ minLength: 1, maxLength: 20, description: 'License plate, as it was read.' })
const Region = Type.String({ maxLength: 10, description: 'State or country of the plate, such as "IL".' })
const reason = StringEnum(plateLookupReasons, { description: 'Why the plate is looked up.' })
const result = StringEnum(plateLookupResults, {
  description: 'Whether this plate may park, only similar plates may, or none.',
})

const Match = StringEnum(plateMatches, {
  description:
    'How the plate compares: the same, the same of another region, one that differs only in characters that look alike (0 and O), or one that differs by one character.',
})

/** Right of a plate that is, or may be, the one that was looked up. */
export const PlateRight = Type.Object({ match: Match, ...MonitorVehicle.properties })
export type PlateRight = Static<typeof PlateRight>

export const PlateLookup = Type.Object({
  id: Id,
  plate: Type.String({ description: 'Normalized: upper case, letters and digits only.' }),
  region: Region,
  looked_up_at: Instant,
  result,
  rights: Type.Array(PlateRight, { description: 'The surest match first.' }),
  ended: Nullable(Type.Object({ spot_label: Type.String(), ends_at: Instant }), {
    description: 'The last reservation of this plate that ended within the 24 hours before.',
  }),
  next: Nullable(Type.Object({ spot_label: Type.String(), starts_at: Instant }), {
    description: 'The next reservation of this plate that starts within the 24 hours after.',
  }),
})
export type PlateLookup = Static<typeof PlateLookup>

export const lookUpPlateRoute = route({
  method: 'POST',
  url: '/api/v2/lots/:lot_id/plate-lookups',
  config: {
    access: grants.staff,
    errors: [],
    subject: lot,
    idempotent: true,
    limit: { max: 600, minutes: 60, per: 'person' },
  },
  schema: {
    summary: 'Look up one license plate: whether it may park, and why. The lookup is logged',
    tags: ['monitor'],
    params: LotParams,
    body: StrictObject({
      plate: Plate,
      region: Type.Optional(PlateRegion),
      reason: StringEnum(['PATROL', 'REPORT', 'GATE', 'SEARCH', 'OTHER'] as const, {
        description:
          'Why the plate is looked up. `SEARCH`: from the search of the console. `OTHER` needs a note.',
      }),
      note: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      looked_up_at: Type.Optional(
        Type.String({
          format: 'date-time',
          description:
            'The past moment to ask about, at most 48 hours ago: for a device that had no connection. Default: now.',
        }),
      ),
    }),
    response: { 201: PlateLookup },
  },
})

export const checkPlateRoute = route({
  method: 'POST',
  url: '/api/v2/public-lots/:public_id/plate-checks',
  config: {
    access: ['anonymous[public_lot]', 'user[public_lot]'],
    errors: ['bot_check_required', 'challenge_failed'],
    subject: { kind: 'public_lot', in: 'params', name: 'public_id' },
    limit: { max: 20, minutes: 60 },
  },
  schema: {
    summary:
      'Ask whether one license plate may park in a lot now: yes or no. Only if the lot turned it on; logged for its admins',
    tags: ['monitor'],
    params: Type.Object({ public_id: Type.String({ minLength: 10, maxLength: 60 }) }),
    body: StrictObject({
      plate: Plate,
      region: Type.Optional(Region),
      bot_check: Type.Optional(BotCheckAnswer),
    }),
    response: {
      201: Type.Object({
        may_park: Type.Boolean({ description: 'Exactly this plate. A similar one doesn’t count.' }),
      }),
    },
  },
})

/** Who looked up a plate, and why. */
export const LoggedPlateLookup = Type.Object({
  id: Id,
  plate: Type.String(),
  region: Region,
  reason,
  note: Nullable(Type.String()),
  result,
  match: Nullable(Match),
  spot_label: Nullable(Type.String({ description: 'The spot of the surest match.' })),
  user_id: Nullable(Id, { description: 'Null on the public page.' }),
  user_name: Nullable(Type.String()),
  looked_up_at: Instant,
  created_at: Type.String({
    format: 'date-time',
    description: 'Later than `looked_up_at` if the device had no connection.',
  }),
})
export type LoggedPlateLookup = Static<typeof LoggedPlateLookup>

export const listPlateLookupsRoute = route({
  method: 'GET',
  url: '/api/v2/lots/:lot_id/plate-lookups',
  config: { access: ['admin', 'super_admin', 'platform_admin'], errors: [], subject: lot },
  schema: {
    summary: 'List who looked up which license plate and why, newest first. Kept for 90 days',
    tags: ['monitor'],
    params: LotParams,
    querystring: Type.Object({
      ...PageQuery,
      plate: Type.Optional(Plate),
      user_id: Type.Optional(Id),
    }),
    response: { 200: Page(LoggedPlateLookup) },
  },
})
