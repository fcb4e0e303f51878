import type { Tx } from '@openspot/db/database.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import type { FastifyInstance } from 'fastify'
import { noticeEmail } from '../../platform/emails/email-templates.ts'
import { writeEmail } from '../../platform/emails/emails.sql.ts'
import { insertNotice } from '../../platform/notifications/notices.sql.ts'
import { listSpentBudgets } from './notify-budget.sql.ts'

/**
 * Notifies the admins of a lot, in the app and by email, when a validation spent nearly all of an option's budget or of a
 * partner's prepaid balance: once for each budget and each payment. Must run in the transaction of the validation.
 */
export async function notifyBudget(
  { ports, settings }: Pick<FastifyInstance, 'ports' | 'settings'>,
  tx: Tx,
  { lot_id, option_id }: { lot_id: string; option_id: string },
): Promise<void> {
  const now = ports.now()
  for (const { user_id, about, is_balance, language, email, ...names } of await listSpentBudgets(
    tx,
    lot_id,
    option_id,
  )) {
    const t = translatorFor(language)
    const values = {
      partner: names.partner,
      option: names.option,
      lot: names.lot_name,
      is_balance: String(is_balance),
    }
    const title = t('validationNotices.budget.heading', values)
    const text = t('validationNotices.budget.text', values)
    const notice = { user_id, lot_id, kind: 'VALIDATION_BUDGET' as const, about, title, text }
    if (!(await insertNotice(tx, now, notice)) || email === null) continue
    const content = noticeEmail(t, {
      subject: t('validationNotices.budget.subject', values),
      heading: title,
      text,
      button: t('validationNotices.budget.button'),
      url: `${settings.public_url}/lots/${lot_id}/validation`,
    })
    await writeEmail(tx, { ...content, to_address: email, lot_id, kind: 'validation_budget' }, now)
  }
}
