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

/** Inserts notices to different people in the transaction of their event. Returns the ID of each that is new, by person. */
export async function insertNotices(
  tx: Tx,
  notices: readonly Notice[],
  now: Date,
): Promise<ReadonlyMap<string, string>> {
  const written = await tx
    .insertInto('notifications')
    .values(
      notices.map(({ title, text, ...notice }) => ({
        ...notice,
        params: JSON.stringify({ title, text }),
        created_at: now.toISOString(),
      })),
    )
    .onConflict((on) => on.doNothing())
    .returning(['id', 'user_id'])
    .execute()
  return new Map(written.map(({ id, user_id }) => [user_id, id]))
}

const ways = statement(
  'find_ways_to_people',
  {
    user_id: 'uuid',
    language: 'text',
    chosen: json<Partial<Record<NoticeChannel, boolean>>>(),
    from_minute: 'quiet_hours.from_minute?',
    until_minute: 'quiet_hours.until_minute?',
    time_zone: 'text?',
    device_ids: 'uuid[]',
    phone: 'text?',
  },
  `select u.id as user_id, u.language,
     (select coalesce(jsonb_object_agg(p.channel, p.is_on), '{}') from notice_preferences p where p.user_id = u.id and p.kind = $2) as chosen,
     q.from_minute, q.until_minute, q.time_zone,
     array(select d.id from push_devices d join sessions s on s.id = d.session_id and s.user_id = d.user_id
       where d.user_id = u.id and s.revoked_at is null and s.expires_at > $3::timestamptz order by d.id) as device_ids,
     (select n.phone from text_numbers n where n.user_id = u.id and n.confirmed_at is not null and n.rejected_code is null
       and not exists (select from text_stops t where t.phone = n.phone)) as phone
   from users u left join quiet_hours q on q.user_id = u.id where u.id = any($1::uuid[])`,
)

/** Returns what each person chose for a kind, and where pushes and texts to them go. */
export const findWaysTo = (tx: Tx, user_ids: readonly string[], kind: NoticeKind, now: Date) =>
  queryPrepared(tx, ways, [user_ids, kind, now.toISOString()])
