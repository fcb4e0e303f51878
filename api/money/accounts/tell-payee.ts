import type { PayoutNoticeKind } from '@openspot/core/enums.ts'
import type { Settings } from '@openspot/core/settings.ts'
import type { Db } from '@openspot/db/database.ts'
import { sql } from 'kysely'
import { writeEmail } from '../../platform/emails/emails.sql.ts'
import { noticeEmail } from '../../platform/emails/letters.ts'
import type { Ports } from '../../ports.ts'
import { type PayoutNoticeFacts, payoutNoticeWords } from './words.ts'

interface Recipient {
  user_id: string
  to_address: string | null
  lot_name: string | null
}

/** A notice about a payout account. Each `about` of a kind is sent once. */
export type PayoutNotice = PayoutNoticeFacts & { kind: PayoutNoticeKind; about: string }

/**
 * Notifies all super admins of a lot, or a host, in the app and by email, in the transaction of the event. Sends each
 * notice once, however often this runs.
 */
export async function tellPayee(
  tx: Db,
  payee: { lot_id: string | null; user_id: string | null },
  { kind, about, ...facts }: PayoutNotice,
  { ports, settings }: { ports: Ports; settings: Settings },
): Promise<void> {
  const now = ports.now()
  // A host's notice belongs to no single lot.
  const lot_id = payee.user_id === null ? payee.lot_id : null
  const path = lot_id === null ? '/me/earnings' : `/lots/${lot_id}/payouts`
  for (const { user_id, to_address, lot_name } of await recipients(tx, lot_id, payee.user_id)) {
    const words = payoutNoticeWords[kind]({ ...facts, lot_name })
    const written = await tx
      .insertInto('notifications')
      .values({
        user_id,
        lot_id,
        kind,
        about,
        params: JSON.stringify({ title: words.heading, text: words.text }),
        created_at: now.toISOString(),
      })
      .onConflict((on) => on.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!written || to_address === null) continue
    const letter = noticeEmail({ ...words, url: `${settings.public_url}${path}` })
    await writeEmail(tx, { ...letter, to_address, kind: kind.toLowerCase() }, now)
  }
}

async function recipients(tx: Db, lot_id: string | null, user_id: string | null): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select u.id as user_id, coalesce(u.email, u.contact_email) as to_address, null as lot_name from users u
      where u.id = ${user_id} and u.account_status <> 'DELETED'
    union all select u.id, u.email, l.name from memberships m join users u on u.id = m.user_id join lots l on l.id = m.lot_id
      where m.lot_id = ${lot_id} and m.role = 'SUPER_ADMIN' and m.status = 'ACTIVE' and u.account_status = 'ACTIVE'`.execute(
    tx,
  )
  return rows
}
