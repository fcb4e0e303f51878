import type { Tx } from '@openspot/db/database.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import type { FastifyInstance } from 'fastify'
import { dispatchNotices, type Notice } from '../../platform/notifications/dispatch.ts'
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
  const spent = await listSpentBudgets(tx, lot_id, option_id)
  const notices = spent.map(({ user_id, about, is_balance, language, email, ...names }): Notice => {
    const t = translatorFor(language)
    const values = {
      partner: names.partner,
      option: names.option,
      lot: names.lot_name,
      is_balance: String(is_balance),
    }
    const title = t('validationNotices.budget.heading', values)
    const text = t('validationNotices.budget.text', values)
    return {
      user_id,
      lot_id,
      kind: 'VALIDATION_BUDGET',
      about,
      title,
      text,
      path: `/lots/${lot_id}/validation`,
      to_address: email,
      email: {
        subject: t('validationNotices.budget.subject', values),
        button: t('validationNotices.budget.button'),
      },
    }
  })
  // A person may hear of both, and the notices of one batch go to different people.
  for (const about of new Set(notices.map((one) => one.about)))
    await dispatchNotices(
      { ports, settings },
      tx,
      notices.filter((one) => one.about === about),
    )
}
