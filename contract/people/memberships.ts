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

/** The fields of a member that admins see and patrollers do not. */
const forAdmins = {
  email: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  account_status: StringEnum(userAccountStatuses),
  role: StringEnum(lotRoles),
  status: StringEnum(membershipStatuses),
  source: StringEnum(membershipSources, { description: 'How they joined.' }),
  waits_for: Nullable(
    StringEnum(['PERSON', 'STAFF'] as const, { description: 'Who has to respond: the person or the staff.' }),
  ),
  requested_at: Nullable(Instant),
  group: Nullable(GroupName),
  spots: Type.Array(SpotName, { description: 'Spots that are assigned to them.' }),
  opens_gates: Type.Boolean({
    description: 'Whether they may open the gates at any time, without a reservation or an assigned spot.',
  }),
  created_at: Instant,
  changed_at: Instant,
}

/** A member of a lot. Patrollers see only name and plates. */
export const Member = Type.Object({
  id: Type.String({ format: 'uuid', description: 'The start of the membership.' }),
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
  live_reservations: Type.Optional(
    Type.Integer({ description: 'Number of their current and upcoming reservations in this lot.' }),
  ),
  reservations: Type.Optional(Type.Integer({ description: 'Number of all their reservations in this lot.' })),
})
export type LotUser = Static<typeof LotUser>

const lot = { kind: 'lot', in: 'params', name: 'lot_id' } as const
const admins = ['admin', 'super_admin', 'platform_admin'] as const
const requestFields = {
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
      'Change a membership. The person accepts (ACTIVE), declines, or leaves (DELETED); staff approve, reject, remove, and assign roles below their own',
    tags: ['memberships'],
    params: Type.Object({ id: Id }),
    body: StrictObject({ status: Type.Optional(StringEnum(membershipStatuses)), ...requestFields }),
    response: { 200: Membership },
  },
})

export const allowStaffReservationsRoute = route({
  method: 'PUT',
  url: '/api/v1/lots/:lot_id/staff-reservations',
  config: { access: ['member', 'patroller', 'admin', 'super_admin'], errors: [], subject: lot },
  schema: {
    summary:
      'Allow the staff of my lot to create free reservations for me without asking each time, or withdraw that permission',
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
      'Request to join a lot, or, as staff, offer membership to a person with a reservation in the lot. Invite anyone else',
    tags: ['lots'],
    params: LotParams,
    body: StrictObject({
      user_id: Type.Optional(
        Type.String({ format: 'uuid', description: 'The user to add. Defaults to the caller.' }),
      ),
      status: Type.Optional(StringEnum(['PENDING', 'ACTIVE'] as const)),
      ...requestFields,
    }),
    response: { 201: Membership },
  },
})

export const requestToJoinRoute = route({
  method: 'POST',
  url: '/api/v2/public-lots/:public_id/join-requests',
  config: {
    access: ['user'],
    errors: ['account_needed', 'already_member', 'join_refused', 'membership_not_possible', 'not_found'],
    limit: { max: 20, minutes: 60 },
  },
  schema: {
    summary:
      'Request to join a lot by its public ID, which its sign shows, so that people outside a private lot can ask, too',
    tags: ['lots'],
    params: Type.Object({ public_id: Type.String({ minLength: 10, maxLength: 60 }) }),
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
    summary: 'Join a lot by its code',
    tags: ['memberships'],
    body: StrictObject({ code: Type.String({ minLength: 4, maxLength: 30 }) }),
    response: { 201: Membership },
  },
})

export const JoinCode = Type.Object({
  code: Nullable(Type.String({ description: 'Null: joining by code is off.' })),
  changed_at: Nullable(Instant),
})

export const getJoinCodeRoute = route({
  method: 'GET',
  url: '/api/v1/lots/:lot_id/join-code',
  config: { access: admins, errors: [], subject: lot, is_secret: true },
  schema: {
    summary: 'Get the join code of a lot',
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
    summary: 'Create a new join code. The old one stops working immediately',
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
    summary: 'Delete the join code',
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
      'List the people of a lot. Patrollers see only the names and license plates of its members and cannot use the filters and sorting of admins',
    tags: ['lots'],
    params: LotParams,
    querystring: Type.Object({
      ...PageQuery,
      q: Type.Optional(
        Type.String({
          maxLength: 100,
          description: 'A name, license plate, email address, phone number, spot, or unit.',
        }),
      ),
      status: Type.Optional(StringEnum(membershipStatuses)),
      role: Type.Optional(StringEnum(lotRoles)),
      group_id: Type.Optional(Id),
      waits_for: Type.Optional(StringEnum(['PERSON', 'STAFF'] as const)),
      sort: Type.Optional(StringEnum(memberSorts)),
      is_export: Type.Optional(
        Type.Boolean({ description: 'Whether the list is exported, which is recorded in the activity log.' }),
      ),
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
    summary: 'Get a person with a membership or a reservation in the lot',
    tags: ['lots'],
    params: Type.Object({ lot_id: Id, user_id: Id }),
    response: { 200: LotUser },
  },
})
