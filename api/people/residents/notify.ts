import type { ResidentNoticeKind } from '@openspot/core/residents/enums.ts'
import type { Tx } from '@openspot/db/database.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import type { FastifyInstance } from 'fastify'
import { dispatchNotices, type Notice } from '../../platform/notifications/dispatch.ts'
import { getNotifyingLot } from '../memberships/notify.sql.ts'
import type { Recipient } from '../recipients/recipients.sql.ts'

interface NoticeValues {
  source: string
  reason: string
  name: string
  unit: string
  has_unit: string
  upcoming: number
  count: number
}
const noValues: NoticeValues = {
  source: '',
  reason: '',
  name: '',
  unit: '',
  has_unit: 'false',
  upcoming: 0,
  count: 0,
}

interface About {
  kind: ResidentNoticeKind
  lot_id: string
  /** What tells this notice from others of its kind: each is sent once to a person. */
  about: string
  /** The page that the email leads to. */
  path: string
  /** What the texts of any kind need; each uses its own. */
  values: Partial<NoticeValues>
}

/** Notifies people about residents or imports, in the app and by email, in the transaction of the event. */
export async function notifyAbout(
  { ports, settings }: Pick<FastifyInstance, 'ports' | 'settings'>,
  tx: Tx,
  { kind, lot_id, about, path, values }: About,
  people: readonly Recipient[],
): Promise<void> {
  if (people.length === 0) return
  const lot = await getNotifyingLot(tx, lot_id)
  const notices = people.map(({ id, email, language }): Notice => {
    const t = translatorFor(language)
    const facts = { ...noValues, ...values, lot: lot.name }
    const title = t(`residentNotices.${kind}.heading`, facts)
    const text = t(`residentNotices.${kind}.text`, facts)
    // The subject of an email from a lot that the platform has not reviewed must not contain text by its owner.
    const subject =
      lot.trust_level === 'NEW'
        ? t('membershipNotices.newLotSubject')
        : t(`residentNotices.${kind}.subject`, facts)
    return {
      user_id: id,
      lot_id,
      kind,
      about,
      title,
      text,
      path,
      to_address: email,
      email: { subject, button: t(`residentNotices.${kind}.button`) },
    }
  })
  await dispatchNotices({ ports, settings }, tx, notices)
}
