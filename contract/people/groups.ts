import { lotRoles, membershipStatuses } from '@openspot/core/enums.ts'
import { type Static, Type } from 'typebox'
import { Id, Instant, LotParams, Nullable, StrictObject, StringEnum } from '../common.ts'
import { route } from '../route.ts'

const GroupMember = Type.Object({
  membership_id: Id,
  user_id: Id,
  name: Nullable(Type.String()),
  email: Nullable(Type.String()),
  role: StringEnum(lotRoles),
  status: StringEnum(membershipStatuses),
})

/** Usually one household or company in a lot. Its rule set counts all of its members together. */
export const Group = Type.Object({
  id: Id,
  lot_id: Id,
  name: Type.String(),
  unit: Nullable(Type.String({ description: 'The apartment or office.' })),
  rule_set: Nullable(Type.Object({ id: Id, name: Type.String() })),
  members: Type.Array(GroupMember),
  open_invites: Type.Integer({ description: 'Number of open invites into it.' }),
  live_reservations: Type.Integer({
    description: 'Number of current and upcoming reservations of its members.',
  }),
  created_at: Instant,
})
export type Group = Static<typeof Group>

const lot = { kind: 'lot', in: 'params', name: 'lot_id' } as const
const admins = ['admin', 'super_admin', 'platform_admin'] as const
const GroupParams = Type.Object({ lot_id: Id, group_id: Id })
const Name = Type.String({ minLength: 1, maxLength: 80 })
const fields = {
  unit: Type.Optional(Nullable(Type.String({ maxLength: 40 }))),
  rule_set_id: Type.Optional(Nullable(Id)),
  membership_ids: Type.Optional(
    Type.Array(Id, { maxItems: 200, uniqueItems: true, description: 'All members of the group.' }),
  ),
}

/** What of a group was read before it was edited. */
const before = Type.Optional(
  Type.Object(
    { name: Type.Optional(Type.String()), ...fields },
    {
      additionalProperties: false,
      description:
        'Fields as they were read. Fails with group_changed if one of them is different now, so that nothing is overwritten.',
    },
  ),
)

export const listGroupsRoute = route({
  method: 'GET',
  url: '/api/v1/lots/:lot_id/groups',
  config: { access: admins, errors: [], subject: lot },
  schema: {
    summary: 'List the groups of a lot with their members',
    tags: ['groups'],
    params: LotParams,
    response: { 200: Type.Object({ items: Type.Array(Group) }) },
  },
})

export const createGroupRoute = route({
  method: 'POST',
  url: '/api/v1/lots/:lot_id/groups',
  config: { access: admins, errors: ['member_in_group', 'name_taken'], subject: lot },
  schema: {
    summary: 'Create a group',
    tags: ['groups'],
    params: LotParams,
    body: StrictObject({ name: Name, ...fields }),
    response: { 201: Group },
  },
})

export const getGroupRoute = route({
  method: 'GET',
  url: '/api/v1/lots/:lot_id/groups/:group_id',
  config: { access: admins, errors: [], subject: lot },
  schema: {
    summary: 'Get a group with the counts of its members, invites, and spots',
    tags: ['groups'],
    params: GroupParams,
    response: { 200: Group },
  },
})

export const patchGroupRoute = route({
  method: 'PATCH',
  url: '/api/v1/lots/:lot_id/groups/:group_id',
  config: { access: admins, errors: ['member_in_group', 'name_taken', 'group_changed'], subject: lot },
  schema: {
    summary: 'Change the name, unit, rules, or members of a group',
    tags: ['groups'],
    params: GroupParams,
    body: StrictObject({ name: Type.Optional(Name), ...fields, before }),
    response: { 200: Group },
  },
})

export const deleteGroupRoute = route({
  method: 'DELETE',
  url: '/api/v1/lots/:lot_id/groups/:group_id',
  config: { access: admins, errors: ['group_in_use'], subject: lot },
  schema: {
    summary:
      'Delete a group. Fails while it has members, open invites, or spots, unless they are released. The default rules then apply to their next reservations; existing ones keep their rules',
    tags: ['groups'],
    params: GroupParams,
    querystring: Type.Object({ release: Type.Optional(Type.Boolean()) }),
    response: {
      200: Type.Object({
        released_members: Type.Integer(),
        released_invites: Type.Integer(),
        released_spots: Type.Integer({
          description: 'Number of spots that were or would have been assigned to the group.',
        }),
        kept_reservations: Type.Integer({
          description: 'Number of reservations that keep their rules.',
        }),
      }),
    },
  },
})
