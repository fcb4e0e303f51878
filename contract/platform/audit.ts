import { type Static, Type } from 'typebox'
import { Id, Instant, LotParams, Nullable, Page, PageQuery } from '../common.ts'
import { route } from '../route.ts'

export const AuditEntry = Type.Object({
  id: Id,
  at: Instant,
  lot_id: Nullable(Id),
  lot_name: Nullable(Type.String()),
  // Optional, because a page may meet an answer of the release before.
  lot_currency: Type.Optional(
    Nullable(
      Type.String({
        description:
          'The currency of the amounts in the details: that of the lot, or of what the entry is about. Null: there is none.',
      }),
    ),
  ),
  actor_user_id: Nullable(Id),
  actor_name: Nullable(Type.String({ description: 'Null: nobody was signed in, or the user was deleted.' })),
  actor_role: Type.String({ description: 'The grant that allowed it.' }),
  action: Type.String({ description: 'The action, as `subject.action`.' }),
  subject_kind: Type.String(),
  subject_id: Type.String(),
  subject_name: Nullable(Type.String(), {
    description: 'What a lot or user is called now. Null: something else, or it has no name.',
  }),
  details: Type.Record(Type.String(), Type.Unknown()),
  // Optional, because a page may meet an answer of the release before.
  names: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description:
        'What the IDs in the details, and the subject, are called now: people, spots, zones, and more. IDs without a name are missing.',
    }),
  ),
  request_id: Nullable(Type.String()),
})
export type AuditEntry = Static<typeof AuditEntry>

const AuditQuery = {
  ...PageQuery,
  action: Type.Optional(
    Type.String({
      maxLength: 80,
      description: 'An action (`spot.change`), or all actions on a subject (`spot`).',
    }),
  ),
  actor_user_id: Type.Optional(Id),
  subject_id: Type.Optional(Type.String({ maxLength: 100 })),
  from: Type.Optional(Instant),
  to: Type.Optional(Instant),
}

export const listLotAuditRoute = route({
  method: 'GET',
  url: '/api/v1/lots/:lot_id/audit-log',
  config: {
    access: ['super_admin', 'platform_admin'],
    errors: [],
    subject: { kind: 'lot', in: 'params', name: 'lot_id' },
  },
  schema: {
    summary: 'List the activity in a lot, newest first. Reading it is recorded too',
    tags: ['audit'],
    params: LotParams,
    querystring: Type.Object(AuditQuery),
    response: { 200: Page(AuditEntry) },
  },
})

export const listPlatformAuditRoute = route({
  method: 'GET',
  url: '/api/v1/platform/audit-log',
  config: { access: ['platform_admin'], errors: [] },
  schema: {
    summary: 'List the activity on the whole platform, newest first. Reading it is recorded too',
    tags: ['audit'],
    querystring: Type.Object({ ...AuditQuery, lot_id: Type.Optional(Id) }),
    response: { 200: Page(AuditEntry) },
  },
})
