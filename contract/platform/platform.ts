import { lotRoles, membershipStatuses, userAccountStatuses, userSources } from '@openspot/core/enums.ts'
import { type Static, Type } from 'typebox'
import { Id, Instant, Nullable, Page, PageQuery, StrictObject, StringEnum } from '../common.ts'
import { route } from '../route.ts'

const Search = Type.Optional(
  Type.String({ maxLength: 100, description: 'All or part of a name or address.' }),
)

export const PlatformUser = Type.Object({
  id: Id,
  first_name: Nullable(Type.String()),
  last_name: Nullable(Type.String()),
  email: Nullable(Type.String()),
  email_verified_at: Nullable(Instant),
  contact_email: Nullable(Type.String({ description: 'The email address of a guest.' })),
  phone: Nullable(Type.String()),
  account_status: StringEnum(userAccountStatuses),
  source: StringEnum(userSources),
  roles: Type.Array(Type.String()),
  created_at: Instant,
  last_seen_at: Nullable(Instant),
})
export type PlatformUser = Static<typeof PlatformUser>

export const PlatformUserDetail = Type.Object({
  ...PlatformUser.properties,
  language: Type.String(),
  banned_at: Nullable(Instant),
  ban_reason: Nullable(Type.String()),
  banned_by_name: Nullable(Type.String()),
  merged_into_id: Nullable(Id),
  sessions: Type.Integer({ description: 'Number of their sessions.' }),
  has_second_factor: Type.Boolean(),
  reservations: Type.Integer(),
  live_reservations: Type.Integer(),
  unpaid_invoices: Type.Integer(),
  lots: Type.Array(
    Type.Object({
      lot_id: Id,
      lot_name: Type.String(),
      role: Nullable(StringEnum(lotRoles)),
      status: Nullable(StringEnum(membershipStatuses)),
      reservations: Type.Integer(),
      live_reservations: Type.Integer(),
      unpaid_invoices: Type.Integer(),
    }),
    { description: 'The lots where they have a membership, a reservation, or an unpaid invoice.' },
  ),
})
export type PlatformUserDetail = Static<typeof PlatformUserDetail>

const user = {
  config: { access: ['platform_admin'], subject: { kind: 'user', in: 'params', name: 'user_id' } },
  params: Type.Object({ user_id: Id }),
} as const

export const listPlatformUsersRoute = route({
  method: 'GET',
  url: '/api/v1/platform/users',
  config: { access: ['platform_admin'], errors: [] },
  schema: {
    summary: 'List the users of the platform, newest first',
    tags: ['platform'],
    querystring: Type.Object({
      ...PageQuery,
      search: Search,
      status: Type.Optional(StringEnum(userAccountStatuses)),
      role: Type.Optional(StringEnum(['OPENSPOT_ADMIN'] as const)),
    }),
    response: { 200: Page(PlatformUser) },
  },
})

export const getPlatformUserRoute = route({
  method: 'GET',
  url: '/api/v1/platform/users/:user_id',
  config: { ...user.config, errors: [] },
  schema: {
    summary: 'Get a user with their lots, reservations, and sessions',
    tags: ['platform'],
    params: user.params,
    response: { 200: PlatformUserDetail },
  },
})

export const banUserRoute = route({
  method: 'POST',
  url: '/api/v1/platform/users/:user_id/ban',
  config: { ...user.config, errors: ['ban_not_possible', 'last_platform_admin'] },
  schema: {
    summary: 'Close an account. All its sessions are signed out; reservations and money are not changed',
    tags: ['platform'],
    params: user.params,
    body: StrictObject({ reason: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }) }),
    response: { 200: PlatformUserDetail },
  },
})

export const unbanUserRoute = route({
  method: 'POST',
  url: '/api/v1/platform/users/:user_id/unban',
  config: { ...user.config, errors: ['ban_not_possible'] },
  schema: {
    summary: 'Reopen a closed account',
    tags: ['platform'],
    params: user.params,
    body: StrictObject({ reason: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }) }),
    response: { 200: PlatformUserDetail },
  },
})
