import { clientKinds, lotRoles, membershipStatuses, userAccountStatuses } from '@openspot/core/enums.ts'
import { type Static, Type } from 'typebox'
import { Email, Id, Instant, Name, Nullable, StrictObject, StringEnum } from '../common.ts'
import { route } from '../route.ts'

/** Headers that every client sends: its kind and its platform. */
export const clientHeader = 'x-openspot-client'
export const platformHeader = 'x-openspot-platform'
/** The reader's time zone, for times in emails about what they just did. Optional. */
export const timeZoneHeader = 'x-openspot-time-zone'
export const ClientKind = StringEnum(clientKinds)

export const Me = Type.Object({
  id: Id,
  email: Nullable(Type.String()),
  email_verified_at: Nullable(Instant),
  phone: Nullable(Type.String()),
  phone_verified_at: Nullable(Instant),
  contact_email: Nullable(
    Type.String({ description: 'The email address of a guest or a new user, before it is verified.' }),
  ),
  contact_verified_at: Nullable(
    Type.String({
      format: 'date-time',
      description: 'When a guest verified `contact_email`. Null if not yet.',
    }),
  ),
  first_name: Nullable(Type.String()),
  last_name: Nullable(Type.String()),
  account_status: StringEnum(userAccountStatuses),
  roles: Type.Array(StringEnum(['OPENSPOT_ADMIN'] as const)),
  language: Type.String(),
  created_at: Instant,
})
export type Me = Static<typeof Me>

export const Membership = Type.Object({
  id: Id,
  lot_id: Id,
  lot_name: Type.String(),
  lot_public_id: Type.String(),
  time_zone: Type.String({ description: 'IANA time zone of the lot.' }),
  role: StringEnum(lotRoles),
  status: StringEnum(membershipStatuses),
  waits_for: Nullable(
    StringEnum(['PERSON', 'STAFF'] as const, { description: 'Who has to respond: the person or the staff.' }),
  ),
  group_name: Nullable(Type.String()),
  spots: Type.Array(Type.Object({ id: Id, label: Type.String() }), {
    description: 'The spots that are assigned to this member.',
  }),
  allows_staff_reservations: Type.Boolean({
    description: 'Whether the staff may create free reservations for this member without asking each time.',
  }),
})
export type Membership = Static<typeof Membership>

export const getMeRoute = route({
  method: 'GET',
  url: '/api/v1/users/me',
  config: { access: ['user'], errors: [] },
  schema: { summary: 'Get my user', tags: ['users'], response: { 200: Me } },
})

export const getUserRoute = route({
  method: 'GET',
  url: '/api/v1/users/:user_id',
  config: {
    access: ['resource_owner', 'platform_admin'],
    errors: [],
    subject: { kind: 'user', in: 'params', name: 'user_id' },
  },
  schema: {
    summary: 'Get the details of a user',
    tags: ['users'],
    params: Type.Object({ user_id: Id }),
    response: { 200: Me },
  },
})

export const UserPatch = StrictObject({
  first_name: Type.Optional(Name),
  last_name: Type.Optional(Name),
  email: Type.Optional(Email),
  phone: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 40,
        description:
          'With its country’s code, or as written in the country of the reader’s locale. Null: none.',
      }),
    ),
  ),
  language: Type.Optional(
    Type.String({ minLength: 2, maxLength: 35, pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$' }),
  ),
})

export const patchUserRoute = route({
  method: 'PATCH',
  url: '/api/v1/users/:user_id',
  config: {
    access: ['resource_owner', 'platform_admin'],
    errors: ['recent_sign_in_required', 'too_many_requests'],
    subject: { kind: 'user', in: 'params', name: 'user_id' },
  },
  schema: {
    summary:
      'Change my details. A new email address or phone number needs a recent sign-in. A new email address takes effect when the link sent to it is opened in this account; the old one is notified and can stop the change for seven days',
    tags: ['users'],
    params: Type.Object({ user_id: Id }),
    body: UserPatch,
    response: { 200: Me },
  },
})

export const listMyMembershipsRoute = route({
  method: 'GET',
  url: '/api/v1/lots/memberships/mine',
  config: { access: ['user'], errors: [] },
  schema: {
    summary: 'List the lots that I am a member of',
    tags: ['memberships'],
    response: { 200: Type.Object({ items: Type.Array(Membership) }) },
  },
})

export const getMyHomeRoute = route({
  method: 'GET',
  url: '/api/v2/users/me/home',
  config: { access: ['user'], errors: [] },
  schema: {
    summary: 'Get the page on which I land after signing in: where I work, or my reservations',
    tags: ['users'],
    response: {
      200: Type.Object({ path: Type.String({ description: 'A path on this site, such as “/lots”.' }) }),
    },
  },
})
