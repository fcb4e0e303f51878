import type { NoticeChannel } from '@openspot/core/notifications/enums.ts'
import type { NoticeKind } from '@openspot/core/notifications/kinds.ts'
import { queryPrepared, type Tx } from '@openspot/db/database.ts'
import { json, statement } from '@openspot/db/rows.ts'

/** A notice in the product. Each `about` of a kind is written once per person or reservation; an empty one always. */
interface Notice {
  user_id: string
  lot_id: string | null
  reservation_id?: string
  kind: NoticeKind
  about: string
  title: string
  text: string
  path: string
  is_hidden: boolean
}

/** Inserts a notice in the transaction of its event. Returns its ID, or null if it was inserted before. */
export async function insertNotice(
  tx: Tx,
  { title, text, ...notice }: Notice,
  now: Date,
): Promise<string | null> {
  const written = await tx
    .insertInto('notifications')
    .values({ ...notice, params: JSON.stringify({ title, text }), created_at: now.toISOString() })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  return written?.id ?? null
}

const ways = statement(
  'find_ways_to_person',
  {
    language: 'text',
    chosen: json<Partial<Record<NoticeChannel, boolean>>>(),
    from_minute: 'quiet_hours.from_minute?',
    until_minute: 'quiet_hours.until_minute?',
    time_zone: 'text?',
    device_ids: 'uuid[]',
    phone: 'text?',
  },
  `select u.language,
     (select coalesce(jsonb_object_agg(p.channel, p.is_on), '{}') from notice_preferences p where p.user_id = u.id and p.kind = $2) as chosen,
     q.from_minute, q.until_minute, q.time_zone,
     array(select d.id from push_devices d join sessions s on s.id = d.session_id and s.user_id = d.user_id
       where d.user_id = u.id and s.revoked_at is null and s.expires_at > $3::timestamptz order by d.id) as device_ids,
     (select n.phone from text_numbers n where n.user_id = u.id and n.confirmed_at is not null and n.rejected_code is null
       and not exists (select from text_stops t where t.phone = n.phone)) as phone
   from users u left join quiet_hours q on q.user_id = u.id where u.id = $1`,
)

/** Returns what a person chose for a kind, and where pushes and texts to them go. */
export async function findWaysTo(tx: Tx, user_id: string, kind: NoticeKind, now: Date) {
  const rows = await queryPrepared(tx, ways, [user_id, kind, now.toISOString()])
  return rows[0]
}
