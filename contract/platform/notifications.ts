import { everyNotificationKind } from '@openspot/core/notifications/kinds.ts'
import { type Static, Type } from 'typebox'
import { Id, Instant, NoContent, Nullable, Page, PageQuery, StringEnum } from '../common.ts'
import { route } from '../route.ts'

/** A notification that a person received. */
export const Notification = Type.Object({
  id: Id,
  kind: StringEnum(everyNotificationKind),
  title: Type.String(),
  text: Type.String(),
  reservation_id: Nullable(Id),
  lot_id: Nullable(Id),
  path: Nullable(
    Type.String({
      description: 'The page that it leads to. Null for notifications from before pages were stored.',
    }),
  ),
  created_at: Instant,
  read_at: Nullable(Instant),
})
export type Notification = Static<typeof Notification>

export const listNotificationsRoute = route({
  method: 'GET',
  url: '/api/v1/notifications',
  config: { access: ['user'], errors: [] },
  schema: {
    summary: 'List my notifications, newest first',
    tags: ['users'],
    querystring: Type.Object({ ...PageQuery }),
    response: {
      200: Type.Object({ ...Page(Notification).properties, unread: Type.Integer() }),
    },
  },
})

export const readNotificationsRoute = route({
  method: 'POST',
  url: '/api/v1/notifications/read',
  config: { access: ['user'], errors: [] },
  schema: { summary: 'Mark all my notifications as seen', tags: ['users'], response: { 204: NoContent } },
})
