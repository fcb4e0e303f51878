import type { LotRole, MembershipNoticeKind } from '@openspot/core/enums.ts'
import type { Tx } from '@openspot/db/database.ts'
import type { FastifyInstance } from 'fastify'
import { noticeEmail } from '../../platform/emails/email-templates.ts'
import { writeEmail } from '../../platform/emails/emails.sql.ts'
import {
  findMemberAddress,
  getNotifyingLot,
  getUserName,
  insertMembershipNotices,
  listOtherAdmins,
} from './notify.sql.ts'
import { membershipNoticeWords } from './words.ts'

type Teller = Pick<FastifyInstance, 'ports' | 'settings'>
interface Told {
  id: string
  email: string | null
}
interface About {
  kind: MembershipNoticeKind
  lot_id: string
  user_id: string
  role: LotRole
}

/** Notifies a user about their membership, in the app and by email, in the transaction that changed it. */
export async function notifyMember(app: Teller, tx: Tx, about: About): Promise<void> {
  const person = await findMemberAddress(tx, about.user_id)
  if (person) await write(app, tx, about, [person], '/me/lots')
}

/** Notifies the admins of a lot about a member, in the app only because it happens often. */
export async function notifyStaff(app: Teller, tx: Tx, about: About): Promise<void> {
  const staff = await listOtherAdmins(tx, about.lot_id, about.user_id)
  const silent = staff.map((id) => ({ id, email: null }))
  await write(app, tx, about, silent, `/lots/${about.lot_id}/members`)
}

async function write(app: Teller, tx: Tx, about: About, to: Told[], path: string): Promise<void> {
  if (to.length === 0) return
  const now = app.ports.now()
  const lot = await getNotifyingLot(tx, about.lot_id)
  const who = await getUserName(tx, about.user_id)
  const name = [who.first_name, who.last_name].filter(Boolean).join(' ')
  const facts = { lot_name: lot.name, who: name === '' ? 'Somebody' : name, role: about.role }
  const words = membershipNoticeWords[about.kind](facts)
  const notice = {
    lot_id: about.lot_id,
    kind: about.kind,
    params: JSON.stringify({ title: words.heading, text: words.text }),
    created_at: now.toISOString(),
  }
  await insertMembershipNotices(
    tx,
    to.map(({ id }) => id),
    notice,
  )
  // The subject of an email from a lot that the platform has not reviewed must not contain text by its owner.
  const subject = lot.trust_level === 'NEW' ? 'News about your membership in a parking lot' : words.subject
  const content = noticeEmail({ ...words, subject, url: `${app.settings.public_url}${path}` })
  for (const { email } of to) {
    if (email !== null)
      await writeEmail(
        tx,
        { ...content, to_address: email, lot_id: about.lot_id, kind: about.kind.toLowerCase() },
        now,
      )
  }
}
