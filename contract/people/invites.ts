import { inviteKinds, inviteStatuses, lotRoles } from '@openspot/core/enums.ts'
import { type Static, Type } from 'typebox'
import {
  Email,
  Id,
  Instant,
  Name,
  NoContent,
  Nullable,
  Page,
  PageQuery,
  Phone,
  StrictObject,
  StringEnum,
  TableSeparator,
} from '../common.ts'
import { Membership } from '../identity/users.ts'
import { route } from '../route.ts'

const Named = Nullable(Type.Object({ id: Id, name: Type.String() }))

/** An invite as the staff of the lot see it. */
export const Invite = Type.Object({
  id: Id,
  lot_id: Id,
  kind: StringEnum(inviteKinds),
  status: StringEnum(inviteStatuses),
  email: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  first_name: Nullable(Type.String()),
  last_name: Nullable(Type.String()),
  role: StringEnum(lotRoles),
  group: Named,
  spot: Nullable(Type.Object({ id: Id, label: Type.String() })),
  max_uses: Type.Integer(),
  uses: Type.Integer(),
  invited_by: Nullable(Type.String()),
  created_at: Instant,
  sent_at: Instant,
  sent_count: Type.Integer(),
  expires_at: Instant,
})
export type Invite = Static<typeof Invite>

/** What became of the text of an invite to a phone number. */
export const inviteTextStates = ['SENT', 'LIMIT', 'STOPPED'] as const

/** An invite that was just created or renewed. The link is returned only this once, if no email carries it. */
export const MadeInvite = Type.Object({
  invite: Invite,
  url: Nullable(Type.String({ description: 'The link to hand over. Null: it was sent by email.' })),
  email: Nullable(
    StringEnum(['SENT', 'ADDRESSEE_LIMIT', 'LOT_LIMIT'] as const, {
      description:
        'The status of the email. ADDRESSEE_LIMIT: this address received too many emails today. LOT_LIMIT: a new lot has reached its daily limit. The invite still exists; resend it later. Null: there is no email to send.',
    }),
  ),
  text: Nullable(
    StringEnum(inviteTextStates, {
      description:
        'The status of the text message to a phone number. LIMIT: the number or a new lot has reached its limit. STOPPED: the owner of the number wants no texts. Null: there is no text to send, or texts aren’t available here.',
    }),
  ),
})
export type MadeInvite = Static<typeof MadeInvite>

/** An invite as its recipient or anyone with its link sees it. */
export const OfferedInvite = Type.Object({
  id: Id,
  lot_id: Id,
  lot_name: Type.String(),
  lot_public_id: Type.String(),
  street: Nullable(Type.String()),
  city: Nullable(Type.String()),
  invited_by: Nullable(Type.String()),
  kind: StringEnum(inviteKinds),
  status: StringEnum(inviteStatuses),
  role: StringEnum(lotRoles),
  group_name: Nullable(Type.String()),
  spot_label: Nullable(Type.String()),
  expires_at: Instant,
  sent_to: Nullable(
    Type.String({
      description: 'The invited address, partly hidden from callers who are not signed in with it.',
    }),
  ),
  way_on: StringEnum(['ACCEPT', 'SIGN_IN', 'VERIFY', 'OTHER_ACCOUNT', 'MEMBER', 'NONE'] as const, {
    description:
      'What the caller can do: accept, sign in or up, verify the address, use another account, nothing because they are already a member, or nothing.',
  }),
})
export type OfferedInvite = Static<typeof OfferedInvite>

const admins = ['admin', 'super_admin', 'platform_admin'] as const
const lotInBody = { kind: 'lot', in: 'body', name: 'lot_id' } as const
const invite = { kind: 'invite', in: 'params', name: 'invite_id' } as const
const InviteParams = Type.Object({ invite_id: Id })
const Days = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 90, description: 'How long it is valid. Defaults to 14 days.' }),
)
const Which = StrictObject({
  token: Type.Optional(Type.String({ minLength: 20, maxLength: 100, description: 'The token of the link.' })),
  invite_id: Type.Optional(Type.String({ format: 'uuid', description: 'An invite from my own list.' })),
})

export const createInviteRoute = route({
  method: 'POST',
  url: '/api/v2/invites',
  config: {
    access: admins,
    errors: ['already_invited', 'already_member', 'role_above_own'],
    subject: lotInBody,
    limit: { max: 120, minutes: 60 },
  },
  schema: {
    summary:
      'Invite a person by email or phone, or several people by a link. The role must be below the caller’s own; only an owner can invite an owner',
    tags: ['invites'],
    body: StrictObject({
      lot_id: Id,
      email: Type.Optional(Email),
      phone: Type.Optional(Phone),
      first_name: Type.Optional(Name),
      last_name: Type.Optional(Name),
      role: Type.Optional(StringEnum(lotRoles)),
      group_id: Type.Optional(Nullable(Id)),
      spot_id: Type.Optional(Nullable(Id)),
      max_uses: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: 'Only for a link.' })),
      expires_in_days: Days,
    }),
    response: { 201: MadeInvite },
  },
})

export const InviteRow = Type.Object({
  line: Type.Integer({
    description: 'The number that a spreadsheet shows beside the row; the header is in row 1.',
  }),
  email: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  first_name: Nullable(Type.String()),
  last_name: Nullable(Type.String()),
  role: StringEnum(lotRoles),
  group: Nullable(Type.String()),
  spot: Nullable(Type.String()),
  errors: Type.Array(Type.Object({ field: Type.String(), message: Type.String() })),
})
export type InviteRow = Static<typeof InviteRow>

const file = {
  lot_id: Id,
  csv: Type.String({
    minLength: 1,
    maxLength: 90_000,
    description:
      'A table with the columns email, phone, first_name, last_name, role, group, spot, separated by commas, semicolons, tabs, or vertical bars.',
  }),
}

export const previewInvitesRoute = route({
  method: 'POST',
  url: '/api/v2/invites/preview',
  config: { access: admins, errors: [], subject: lotInBody, limit: { max: 120, minutes: 60 } },
  schema: {
    summary: 'Preview a table of invites row by row. Nothing is sent',
    tags: ['invites'],
    body: StrictObject(file),
    response: {
      200: Type.Object({ separator: TableSeparator, items: Type.Array(InviteRow), ready: Type.Integer() }),
    },
  },
})

export const createInvitesRoute = route({
  method: 'POST',
  url: '/api/v2/invites/many',
  config: {
    access: admins,
    errors: ['already_invited'],
    subject: lotInBody,
    limit: { max: 20, minutes: 60 },
    weight: 100,
  },
  schema: {
    summary: 'Invite everyone in a table: all rows, or only the rows without errors',
    tags: ['invites'],
    body: StrictObject({
      ...file,
      leave_out_faulty: Type.Optional(
        Type.Boolean({
          description: 'Whether to skip rows with errors. Otherwise one of them rejects the whole table.',
        }),
      ),
      expires_in_days: Days,
    }),
    response: {
      201: Type.Object({ items: Type.Array(MadeInvite), left_out: Type.Array(InviteRow) }),
    },
  },
})

export const listInvitesRoute = route({
  method: 'GET',
  url: '/api/v2/invites',
  config: { access: admins, errors: [], subject: { kind: 'lot', in: 'querystring', name: 'lot_id' } },
  schema: {
    summary: 'List the invites of a lot, newest first',
    tags: ['invites'],
    querystring: Type.Object({
      lot_id: Id,
      ...PageQuery,
      status: Type.Optional(StringEnum(inviteStatuses)),
      q: Type.Optional(Type.String({ maxLength: 100, description: 'An address or a name.' })),
    }),
    response: { 200: Page(Invite) },
  },
})

export const resendInviteRoute = route({
  method: 'POST',
  url: '/api/v2/invites/:invite_id/resend',
  config: {
    access: admins,
    errors: ['invite_not_usable', 'role_above_own'],
    subject: invite,
    limit: { max: 60, minutes: 60 },
  },
  schema: {
    summary: 'Resend an invite with a new link that is valid for 14 days. The old link stops working',
    tags: ['invites'],
    params: InviteParams,
    response: { 200: MadeInvite },
  },
})

export const revokeInviteRoute = route({
  method: 'DELETE',
  url: '/api/v2/invites/:invite_id',
  config: { access: admins, errors: ['invite_not_usable'], subject: invite },
  schema: {
    summary: 'Revoke an invite. Members who joined by it are kept',
    tags: ['invites'],
    params: InviteParams,
    response: { 204: NoContent },
  },
})

export const listMyInvitesRoute = route({
  method: 'GET',
  url: '/api/v2/invites/mine',
  config: { access: ['user'], errors: [] },
  schema: {
    summary: 'List the open invites to my verified email address or phone number',
    tags: ['invites'],
    response: { 200: Type.Object({ items: Type.Array(OfferedInvite) }) },
  },
})

export const previewInviteRoute = route({
  method: 'POST',
  url: '/api/v2/invites/look',
  config: { access: ['anonymous'], errors: ['invite_not_usable'], limit: { max: 60, minutes: 60 } },
  schema: {
    summary: 'Get the invite of a link, and what the caller can do with it',
    tags: ['invites'],
    body: StrictObject({ token: Type.String({ minLength: 20, maxLength: 100 }) }),
    response: { 200: OfferedInvite },
  },
})

export const acceptInviteRoute = route({
  method: 'POST',
  url: '/api/v2/invites/accept',
  config: {
    access: ['user'],
    errors: [
      'account_needed',
      'already_member',
      'invite_for_another',
      'invite_needs_proof',
      'invite_not_usable',
      'join_refused',
      'not_found',
    ],
    limit: { max: 60, minutes: 60 },
  },
  schema: {
    summary:
      'Accept an invite by its link or from my own list. The caller must have verified the invited address',
    tags: ['invites'],
    body: Which,
    response: {
      200: Type.Object({
        membership: Membership,
        spot_given: Nullable(Type.Boolean({ description: 'Null: the invite had no spot.' })),
      }),
    },
  },
})

export const declineInviteRoute = route({
  method: 'POST',
  url: '/api/v2/invites/decline',
  config: {
    access: ['user'],
    errors: ['account_needed', 'invite_for_another', 'invite_needs_proof', 'invite_not_usable', 'not_found'],
    limit: { max: 60, minutes: 60 },
  },
  schema: {
    summary: 'Decline an invite that is for me',
    tags: ['invites'],
    body: Which,
    response: { 204: NoContent },
  },
})
