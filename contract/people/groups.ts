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
  unit: Nullable(Type.String({ description: 'The flat or office.' })),
  rule_set: Nullable(Type.Object({ id: Id, name: Type.String() })),
  members: Type.Array(GroupMember),
  open_invites: Type.Integer({ description: 'Invites into it that may still be accepted.' }),
  live_reservations: Type.Integer({ description: 'Stays of its members that are not over.' }),
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
    Type.Array(Id, { maxItems: 200, uniqueItems: true, description: 'All who are in it.' }),
  ),
}

export const listGroupsRoute = route({
  method: 'GET',
  url: '/api/v1/lots/:lot_id/groups',
  config: { access: admins, errors: [], subject: lot },
  schema: {
    summary: 'The groups of a lot, with who is in them',
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
    summary: 'Add a group',
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
    summary: 'A group, and what hangs on it',
    tags: ['groups'],
    params: GroupParams,
    response: { 200: Group },
  },
})

export const patchGroupRoute = route({
  method: 'PATCH',
  url: '/api/v1/lots/:lot_id/groups/:group_id',
  config: { access: admins, errors: ['member_in_group', 'name_taken'], subject: lot },
  schema: {
    summary: 'Change a group: its name, unit, rules, or who is in it',
    tags: ['groups'],
    params: GroupParams,
    body: StrictObject({ name: Type.Optional(Name), ...fields }),
    response: { 200: Group },
  },
})

export const deleteGroupRoute = route({
  method: 'DELETE',
  url: '/api/v1/lots/:lot_id/groups/:group_id',
  config: { access: admins, errors: ['group_in_use'], subject: lot },
  schema: {
    summary:
      'Take a group away. Refused while people, open invites or spots hang on it, unless they are released: then the default rules of the lot hold for their next stays; those that are booked keep theirs',
    tags: ['groups'],
    params: GroupParams,
    querystring: Type.Object({ release: Type.Optional(Type.Boolean()) }),
    response: {
      200: Type.Object({
        released_members: Type.Integer(),
        released_invites: Type.Integer(),
        released_spots: Type.Integer({ description: 'Spots that were the group’s, or would have been.' }),
        kept_reservations: Type.Integer({
          description: 'Stays that go on under the rules they were made by.',
        }),
      }),
    },
  },
})
