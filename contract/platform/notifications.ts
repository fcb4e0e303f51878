import { cameraNoticeKinds } from '@openspot/core/cameras/enums.ts'
import {
  lotNoticeKinds,
  membershipNoticeKinds,
  notificationKinds,
  payoutNoticeKinds,
  planNoticeKinds,
  staffNoticeKinds,
} from '@openspot/core/enums.ts'
import { fineNoticeKinds } from '@openspot/core/fines/enums.ts'
import { gateNoticeKinds } from '@openspot/core/gates/enums.ts'
import { problemNoticeKinds } from '@openspot/core/problems/enums.ts'
import { residentNoticeKinds } from '@openspot/core/residents/enums.ts'
import { type Static, Type } from 'typebox'
import { Id, Instant, NoContent, Nullable, Page, PageQuery, StringEnum } from '../common.ts'
import { route } from '../route.ts'

/** All that people are notified of, in the order of the domains. */
export const everyNotificationKind = [
  ...notificationKinds,
  ...payoutNoticeKinds,
  ...planNoticeKinds,
  ...membershipNoticeKinds,
  ...staffNoticeKinds,
  ...lotNoticeKinds,
  ...gateNoticeKinds,
  ...cameraNoticeKinds,
  ...residentNoticeKinds,
  ...problemNoticeKinds,
  ...fineNoticeKinds,
] as const

/** A notification that a person received, here and by email. */
export const Notification = Type.Object({
  id: Id,
  kind: StringEnum(everyNotificationKind),
  title: Type.String(),
  text: Type.String(),
  reservation_id: Nullable(Id),
  lot_id: Nullable(Id),
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
