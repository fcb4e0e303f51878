import type { LotRole, MembershipNoticeKind } from '@openspot/core/enums.ts'
import type { Tx } from '@openspot/db/database.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
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

type Teller = Pick<FastifyInstance, 'ports' | 'settings'>
interface Told {
  id: string
  email: string | null
  language: string
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
  const silent = staff.map((one) => ({ ...one, email: null }))
  await write(app, tx, about, silent, `/lots/${about.lot_id}/members`)
}

async function write(app: Teller, tx: Tx, about: About, to: Told[], path: string): Promise<void> {
  if (to.length === 0) return
  const now = app.ports.now()
  const lot = await getNotifyingLot(tx, about.lot_id)
  const { first_name, last_name } = await getUserName(tx, about.user_id)
  const name = [first_name, last_name].filter(Boolean).join(' ')
  for (const { language, people } of byLanguage(to)) {
    const t = translatorFor(language)
    const facts = { lot: lot.name, who: name || t('membershipNotices.someone'), role: about.role }
    const [heading, text] = [
      t(`membershipNotices.${about.kind}.heading`, facts),
      t(`membershipNotices.${about.kind}.text`, facts),
    ]
    const notice = {
      lot_id: about.lot_id,
      kind: about.kind,
      params: JSON.stringify({ title: heading, text }),
      created_at: now.toISOString(),
    }
    await insertMembershipNotices(
      tx,
      people.map(({ id }) => id),
      notice,
    )
    // The subject of an email from a lot that the platform has not reviewed must not contain text by its owner.
    const subject =
      lot.trust_level === 'NEW'
        ? t('membershipNotices.newLotSubject')
        : t(`membershipNotices.${about.kind}.subject`, facts)
    const button = t(`membershipNotices.${about.kind}.button`)
    const content = noticeEmail(t, {
      subject,
      heading,
      text,
      button,
      url: `${app.settings.public_url}${path}`,
    })
    for (const { email } of people) {
      if (email !== null)
        await writeEmail(
          tx,
          { ...content, to_address: email, lot_id: about.lot_id, kind: about.kind.toLowerCase() },
          now,
        )
    }
  }
}

/** Groups recipients by language, so that each text is made once. */
function byLanguage(to: Told[]): { language: string; people: Told[] }[] {
  const languages = [...new Set(to.map(({ language }) => language))]
  return languages.map((language) => ({ language, people: to.filter((one) => one.language === language) }))
}
