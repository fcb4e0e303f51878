import type { PayoutNoticeKind } from '@openspot/core/enums.ts'
import type { Settings } from '@openspot/core/settings.ts'
import type { Tx } from '@openspot/db/database.ts'
import { noticeEmail } from '../../platform/emails/email-templates.ts'
import { writeEmail } from '../../platform/emails/emails.sql.ts'
import { insertNotice } from '../../platform/notifications/notices.sql.ts'
import type { Ports } from '../../ports.ts'
import { listRecipients } from './notify-payee.sql.ts'
import { type PayoutNoticeFacts, payoutNoticeWords } from './words.ts'

/** A notice about a payout account. Each `about` of a kind is sent once. */
export type PayoutNotice = PayoutNoticeFacts & { kind: PayoutNoticeKind; about: string }

/**
 * Notifies all super admins of a lot, or a host, in the app and by email, in the transaction of the event. Sends each
 * notice once, however often this runs.
 */
export async function notifyPayee(
  tx: Tx,
  payee: { lot_id: string | null; user_id: string | null },
  { kind, about, ...facts }: PayoutNotice,
  { ports, settings }: { ports: Ports; settings: Settings },
): Promise<void> {
  const now = ports.now()
  // A host's notice belongs to no single lot.
  const lot_id = payee.user_id === null ? payee.lot_id : null
  const path = lot_id === null ? '/me/earnings' : `/lots/${lot_id}/payouts`
  for (const { user_id, to_address, lot_name } of await listRecipients(tx, lot_id, payee.user_id)) {
    const words = payoutNoticeWords[kind]({ ...facts, lot_name })
    const { heading: title, text } = words
    const isNew = await insertNotice(tx, now, { user_id, lot_id, kind, about, title, text })
    if (!isNew || to_address === null) continue
    const content = noticeEmail({ ...words, url: `${settings.public_url}${path}` })
    await writeEmail(tx, { ...content, to_address, kind: kind.toLowerCase() }, now)
  }
}
