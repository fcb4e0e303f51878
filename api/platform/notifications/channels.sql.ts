import type { deliveryChannels } from '@openspot/contract/platform/notification-settings.ts'
import { query } from '@openspot/db/database.ts'
import { statement, text } from '@openspot/db/rows.ts'
import type pg from 'pg'

const counts = statement(
  'count_deliveries',
  {
    channel: text<(typeof deliveryChannels)[number]>(),
    waiting: 'integer',
    sent: 'integer',
    failed: 'integer',
    dropped: 'integer',
    last_error: 'text?',
  },
  `with messages as (
     select d.kind::text as channel, m.state, m.error, m.created_at, m.sent_at from push_messages m
       join push_devices d on d.id = m.device_id where m.state = 'WAITING' or m.created_at > $1::timestamptz
     union all
     select 'TEXT', state, error, created_at, sent_at from texts where state = 'WAITING' or created_at > $1::timestamptz)
   select c.channel, (count(*) filter (where m.state = 'WAITING'))::int as waiting,
     (count(*) filter (where m.state in ('SENT', 'DELIVERED')))::int as sent,
     (count(*) filter (where m.state in ('FAILED', 'EXPIRED')))::int as failed,
     (count(*) filter (where m.state = 'DROPPED'))::int as dropped,
     (array_agg(m.error order by m.created_at desc) filter (where m.error is not null and m.state <> 'SENT'))[1] as last_error
   from unnest(array['WEB_PUSH', 'FCM', 'TEXT']) with ordinality as c (channel, place) left join messages m on m.channel = c.channel
   group by c.channel, c.place order by c.place`,
)

/** Counts what waits, and what became of the pushes and texts since an instant. */
export const countDeliveries = (pool: pg.Pool, since: Date) => query(pool, counts, [since.toISOString()])
