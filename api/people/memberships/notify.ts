import type { LotRole, MembershipNoticeKind } from '@openspot/core/enums.ts'
import type { Tx } from '@openspot/db/database.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import type { FastifyInstance } from 'fastify'
import { dispatchNotices, type Notice } from '../../platform/notifications/dispatch.ts'
import { findMemberAddress, getNotifyingLot, getUserName, listOtherAdmins } from './notify.sql.ts'

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

/** Notifies the admins of a lot about a member. */
export async function notifyStaff(app: Teller, tx: Tx, about: About): Promise<void> {
  const staff = await listOtherAdmins(tx, about.lot_id, about.user_id)
  await write(app, tx, about, staff, `/lots/${about.lot_id}/members`)
}

async function write(app: Teller, tx: Tx, about: About, to: Told[], path: string): Promise<void> {
  if (to.length === 0) return
  const lot = await getNotifyingLot(tx, about.lot_id)
  const { first_name, last_name } = await getUserName(tx, about.user_id)
  const name = [first_name, last_name].filter(Boolean).join(' ')
  const notices = to.map(({ id, email, language }): Notice => {
    const t = translatorFor(language)
    const facts = { lot: lot.name, who: name || t('membershipNotices.someone'), role: about.role }
    // The subject of an email from a lot that the platform has not reviewed must not contain text by its owner.
    const subject =
      lot.trust_level === 'NEW'
        ? t('membershipNotices.newLotSubject')
        : t(`membershipNotices.${about.kind}.subject`, facts)
    return {
      user_id: id,
      lot_id: about.lot_id,
      kind: about.kind,
      about: '',
      title: t(`membershipNotices.${about.kind}.heading`, facts),
      text: t(`membershipNotices.${about.kind}.text`, facts),
      path,
      to_address: email,
      email: { subject, button: t(`membershipNotices.${about.kind}.button`) },
    }
  })
  await dispatchNotices(app, tx, notices)
}
