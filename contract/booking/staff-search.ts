import { reservationStatuses } from '@openspot/core/enums.ts'
import { type Static, Type } from 'typebox'
import { Id, Instant, Nullable, SeenName, StringEnum } from '../common.ts'
import { route } from '../route.ts'

/** The most results of each kind. */
export const MAX_FOUND = 6

const ofLot = { lot_id: Id, lot_name: Type.String() }

export const StaffSearch = Type.Object({
  lots: Type.Array(Type.Object({ ...ofLot })),
  spots: Type.Array(Type.Object({ ...ofLot, spot_id: Id, label: Type.String() })),
  people: Type.Array(Type.Object({ ...ofLot, user_id: Id, name: SeenName })),
  reservations: Type.Array(
    Type.Object({
      ...ofLot,
      reservation_id: Id,
      name: SeenName,
      spot_label: Type.String(),
      // Optional, because a page may meet an answer of the release before.
      plate: Type.Optional(Nullable(Type.String(), { description: 'Its license plate, if that was found.' })),
      status: StringEnum(reservationStatuses),
      starts_at: Instant,
      ends_at: Nullable(Instant, { description: 'Null for a monthly reservation.' }),
      time_zone: Type.String({ description: 'IANA time zone of the lot.' }),
    }),
    { description: 'Those that are not over first, then those closest to now.' },
  ),
  users: Type.Array(
    Type.Object({ user_id: Id, name: Nullable(Type.String()), email: Nullable(Type.String()) }),
    { description: 'Users of the platform, only for platform admins.' },
  ),
})
export type StaffSearch = Static<typeof StaffSearch>

export const searchStaffRoute = route({
  method: 'GET',
  url: '/api/v2/staff-search',
  config: { access: ['user'], errors: [], limit: { max: 300, minutes: 5, per: 'person' } },
  schema: {
    summary:
      'Search the lots that I am on the staff of: their spots, people, and reservations, by what each lot may see. Platform admins also find all lots and users. Whether a license plate may park now is looked up separately, because that is logged',
    tags: ['monitor'],
    querystring: Type.Object({
      q: Type.String({
        minLength: 2,
        maxLength: 60,
        description:
          'Part of a name, the start of a spot’s label, the short code or ID of a reservation, or the start of its license plate. People, license plates, and their reservations need 3 characters.',
      }),
      lot_id: Type.Optional(
        Type.String({ format: 'uuid', description: 'The lot whose results come first.' }),
      ),
    }),
    response: { 200: StaffSearch },
  },
})
