import { lotRoles, membershipSources, membershipStatuses, userAccountStatuses } from '@openspot/core/enums.ts'
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
import { Membership } from '../identity/users.ts'
import { grants, route } from '../route.ts'
import { Car } from './cars.ts'

const GroupName = Type.Object({ id: Id, name: Type.String(), unit: Nullable(Type.String()) })
const SpotName = Type.Object({ id: Id, label: Type.String() })

/** What admins see of a member and patrollers do not. */
const forAdmins = {
  email: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  account_status: StringEnum(userAccountStatuses),
  role: StringEnum(lotRoles),
  status: StringEnum(membershipStatuses),
  source: StringEnum(membershipSources, { description: 'How they came.' }),
  waits_for: Nullable(StringEnum(['PERSON', 'STAFF'] as const, { description: 'Who has to answer.' })),
  asked_at: Nullable(Instant),
  group: Nullable(GroupName),
  spots: Type.Array(SpotName, { description: 'Spots that are their own.' }),
  created_at: Instant,
  changed_at: Instant,
}

/** A member of a lot. Patrollers see only name and plates. */
export const Member = Type.Object({
  id: Type.String({ format: 'uuid', description: 'Of the membership.' }),
  user_id: Id,
  name: Nullable(Type.String()),
  plates: Type.Array(Type.String()),
  ...Type.Partial(Type.Object(forAdmins)).properties,
})
export type Member = Static<typeof Member>

/** A person as a lot knows them. Patrollers see only name and vehicles. */
export const LotUser = Type.Object({
  user_id: Id,
  name: Nullable(Type.String()),
  cars: Type.Array(Car),
  membership: Type.Optional(Nullable(Member)),
  email: Type.Optional(Nullable(Type.String())),
  phone: Type.Optional(Nullable(Type.String())),
  account_status: Type.Optional(StringEnum(userAccountStatuses)),
  live_reservations: Type.Optional(Type.Integer({ description: 'Stays in this lot that are not over.' })),
  reservations: Type.Optional(Type.Integer({ description: 'All stays in this lot that were booked.' })),
})
export type LotUser = Static<typeof LotUser>

const lot = { kind: 'lot', in: 'params', name: 'lot_id' } as const
const admins = ['admin', 'super_admin', 'platform_admin'] as const
const asked = {
  role: Type.Optional(StringEnum(lotRoles)),
  group_id: Type.Optional(Nullable(Id)),
}

export const patchMembershipRoute = route({
  method: 'PATCH',
  url: '/api/v1/lots/memberships/:id',
  config: {
    access: ['resource_owner', ...admins],
    errors: ['last_super_admin', 'membership_not_possible', 'own_role', 'role_above_own'],
    subject: { kind: 'membership', in: 'params', name: 'id' },
  },
  schema: {
    summary:
      'Change a membership. The person accepts (ACTIVE), declines or leaves (DELETED); staff approve, reject, remove, and give roles below their own',
    tags: ['memberships'],
    params: Type.Object({ id: Id }),
    body: StrictObject({ status: Type.Optional(StringEnum(membershipStatuses)), ...asked }),
    response: { 200: Membership },
  },
})

export const allowStaffReservationsRoute = route({
  method: 'PUT',
  url: '/api/v1/lots/:lot_id/staff-reservations',
  config: { access: ['member', 'patroller', 'admin', 'super_admin'], errors: [], subject: lot },
  schema: {
    summary:
      'Allow the staff of my lot to make free reservations for me without asking each time, or take that back',
    tags: ['memberships'],
    params: LotParams,
    body: StrictObject({ is_allowed: Type.Boolean() }),
    response: { 200: Type.Object({ is_allowed: Type.Boolean() }) },
  },
})

export const addMemberRoute = route({
  method: 'POST',
  url: '/api/v1/lots/:lot_id/member',
  config: {
    access: [...admins, 'user'],
    errors: [
      'account_needed',
      'already_member',
      'forbidden',
      'join_refused',
      'membership_not_possible',
      'role_above_own',
    ],
    subject: lot,
    limit: { max: 60, minutes: 60 },
  },
  schema: {
    summary:
      'Ask to join a lot; or, as staff, offer a place to somebody whom the lot knows from a stay. Whom it does not know is invited',
    tags: ['lots'],
    params: LotParams,
    body: StrictObject({
      user_id: Type.Optional(
        Type.String({ format: 'uuid', description: 'Who is to belong to the lot. Absent: the caller.' }),
      ),
      status: Type.Optional(StringEnum(['PENDING', 'ACTIVE'] as const)),
      ...asked,
    }),
    response: { 201: Membership },
  },
})

export const joinByCodeRoute = route({
  method: 'POST',
  url: '/api/v1/lots/join',
  config: {
    access: ['user'],
    errors: ['account_needed', 'already_member', 'join_code_unknown', 'join_refused', 'not_found'],
    limit: { max: 20, minutes: 60 },
  },
  schema: {
    summary: 'Join the lot whose code this is',
    tags: ['memberships'],
    body: StrictObject({ code: Type.String({ minLength: 4, maxLength: 30 }) }),
    response: { 201: Membership },
  },
})

export const JoinCode = Type.Object({
  code: Nullable(Type.String({ description: 'Null: nobody comes in by a code.' })),
  changed_at: Nullable(Instant),
})

export const getJoinCodeRoute = route({
  method: 'GET',
  url: '/api/v1/lots/:lot_id/join-code',
  config: { access: admins, errors: [], subject: lot },
  schema: {
    summary: 'The code by which people join the lot',
    tags: ['memberships'],
    params: LotParams,
    response: { 200: JoinCode },
  },
})

export const rotateJoinCodeRoute = route({
  method: 'POST',
  url: '/api/v1/lots/:lot_id/join-code',
  config: { access: admins, errors: [], subject: lot, limit: { max: 60, minutes: 60 } },
  schema: {
    summary: 'Make a new code; the old one is dead at once',
    tags: ['memberships'],
    params: LotParams,
    response: { 201: JoinCode },
  },
})

export const dropJoinCodeRoute = route({
  method: 'DELETE',
  url: '/api/v1/lots/:lot_id/join-code',
  config: { access: admins, errors: [], subject: lot },
  schema: {
    summary: 'Let nobody in by a code any more',
    tags: ['memberships'],
    params: LotParams,
    response: { 204: NoContent },
  },
})

export const memberSorts = ['name', 'newest'] as const

export const listMembersRoute = route({
  method: 'GET',
  url: '/api/v1/lots/:lot_id/members',
  config: { access: grants.staff, errors: [], subject: lot },
  schema: {
    summary:
      'The people of a lot. Patrollers see the names and plates of its members; what admins may filter and sort by is not for them',
    tags: ['lots'],
    params: LotParams,
    querystring: Type.Object({
      ...PageQuery,
      q: Type.Optional(
        Type.String({ maxLength: 100, description: 'A name, plate, e-mail, phone, spot or unit.' }),
      ),
      status: Type.Optional(StringEnum(membershipStatuses)),
      role: Type.Optional(StringEnum(lotRoles)),
      group_id: Type.Optional(Id),
      waits_for: Type.Optional(StringEnum(['PERSON', 'STAFF'] as const)),
      sort: Type.Optional(StringEnum(memberSorts)),
      is_export: Type.Optional(Type.Boolean({ description: 'The list leaves the product: it is noted.' })),
    }),
    response: { 200: Page(Member) },
  },
})

export const getLotUserRoute = route({
  method: 'GET',
  url: '/api/v1/lots/:lot_id/users/:user_id',
  config: {
    access: ['resource_owner', ...grants.staff],
    errors: [],
    subject: { ...lot, resource_owner_name: 'user_id' },
  },
  schema: {
    summary: 'A person as the lot knows them, by a membership or a stay',
    tags: ['lots'],
    params: Type.Object({ lot_id: Id, user_id: Id }),
    response: { 200: LotUser },
  },
})
