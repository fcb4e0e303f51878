import { everyNotificationKind } from '@openspot/core/notifications/kinds.ts'
import { expect, test } from 'vitest'
import { notificationPath } from './notification-path.ts'

test.each(everyNotificationKind)(
  'a notification of kind %s links to a page, and without a reservation to none of a reservation',
  (kind) => {
    expect(notificationPath({ kind, reservation_id: 'r-1', lot_id: 'l-1' })).toMatch(/^\/[a-z0-9/-]+$/)
    const path = notificationPath({ kind, reservation_id: null, lot_id: 'l-1' })
    expect(path ?? '').not.toMatch(/reservations|null|undefined/)
  },
)
