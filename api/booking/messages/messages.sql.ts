import type { Message } from '@openspot/contract/booking/messages.ts'
import { MESSAGE_DAYS } from '@openspot/core/reservations/message-limits.ts'
import { type Queryable, queryPrepared, type Tx } from '@openspot/db/database.ts'
import { statement, text } from '@openspot/db/rows.ts'
import { hostOf, overAt } from '../../host-of.sql.ts'

const from = `from reservations r join spots s on s.id = r.spot_id and s.lot_id = r.lot_id
  cross join lateral (select ${hostOf} as host_id, ${overAt} + interval '${MESSAGE_DAYS} days' as closes_at) h`
/** A reservation that was confirmed and has a host other than its driver, until some days after it was over. */
const isOpen = `(r.status in ('ACTIVE', 'CANCELED') and r.confirmed_at is not null and h.host_id <> r.user_id
  and h.closes_at > $1::timestamptz)`

const conversation = statement(
  'find_conversation',
  { is_open: 'boolean', closes_at: 'timestamptz?', is_for_staff: 'boolean' },
  `select coalesce(${isOpen}, false) as is_open, case when isfinite(h.closes_at) then h.closes_at end as closes_at,
     exists (select from problems p where p.reservation_id = r.id and p.lot_id = r.lot_id) as is_for_staff
   ${from} where r.id = $2::uuid`,
)

/** Returns whether driver and host of a reservation can write, until when, and whether the staff can read it. */
export async function findConversation(db: Queryable, reservation_id: string, now: Date) {
  return (await queryPrepared(db, conversation, [now.toISOString(), reservation_id]))[0]
}

const messageShape = {
  id: 'uuid',
  by: text<Message['by']>(),
  is_mine: 'boolean',
  text: 'text?',
  created_at: 'timestamptz',
} as const
const messages = statement(
  'list_messages',
  messageShape,
  `select n.* from (
     select m.id, case when m.user_id = r.user_id then 'DRIVER' else 'HOST' end as by, m.user_id = $2::uuid as is_mine, m.text, m.created_at
     from reservation_messages m join reservations r on r.id = m.reservation_id and r.lot_id = m.lot_id
     where m.reservation_id = $1::uuid and ($3::boolean or $2 in (m.user_id, m.to_user_id))
     order by m.created_at desc, m.id desc limit 200) n
   order by n.created_at, n.id`,
)

/** Returns the newest messages of a reservation that a person wrote or received, or all of them, oldest first. */
export function listMessages(
  db: Queryable,
  of: { reservation_id: string; user_id: string; all: boolean },
): Promise<Message[]> {
  return queryPrepared(db, messages, [of.reservation_id, of.user_id, of.all])
}

const sent = statement(
  'send_message',
  {
    lot_id: 'uuid',
    lot_name: 'text',
    label: 'text',
    by: text<Message['by']>(),
    to_user_id: 'uuid',
    language: 'text',
    to_address: 'text?',
  },
  `with written as (
     insert into reservation_messages (id, lot_id, reservation_id, user_id, to_user_id, text, created_at)
     select $3::uuid, r.lot_id, r.id, $4::uuid, case when r.user_id = $4 then h.host_id else r.user_id end, $5::text, $1
     ${from} where r.id = $2::uuid and ${isOpen} and $4 in (r.user_id, h.host_id)
     returning lot_id, reservation_id, user_id, to_user_id)
   select r.lot_id, lot_text('name', l.name, l.language, l.texts, u.language) as lot_name, s.label, case when w.user_id = r.user_id then 'DRIVER' else 'HOST' end as by,
     w.to_user_id, u.language, coalesce(u.email, u.contact_email) as to_address
   from written w join reservations r on r.id = w.reservation_id and r.lot_id = w.lot_id
     join spots s on s.id = r.spot_id and s.lot_id = r.lot_id join lots l on l.id = r.lot_id join users u on u.id = w.to_user_id`,
)

/** Writes a message of the driver or the host to the other. Returns whom it is to, or undefined if they can't write now. */
export async function insertMessage(
  tx: Tx,
  of: { id: string; reservation_id: string; user_id: string; text: string; now: Date },
) {
  const values = [of.now.toISOString(), of.reservation_id, of.id, of.user_id, of.text]
  return (await queryPrepared(tx, sent, values))[0]
}
