import type { DisputeNoticeKind } from '@openspot/core/disputes/enums.ts'
import { formatMoney } from '@openspot/core/money/money.ts'
import { formatInFullWithZone } from '@openspot/core/time/format.ts'
import type { Tx } from '@openspot/db/database.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import { eachByItself, refuseFailed } from '../../failures.ts'
import { listAdmins, listPlatformAdmins } from '../../people/recipients/recipients.sql.ts'
import { type DispatchDeps, dispatchNotice } from '../../platform/notifications/dispatch.ts'
import type { PaymentDeps } from '../payments/pay.ts'
import { stuckBefore } from './disputes.sql.ts'
import { listDueSoon, listStuck } from './sending.sql.ts'

export type DisputeNoticeDeps = DispatchDeps
type Facts = Awaited<ReturnType<typeof listDueSoon>>[number]

/** Evidence needs some time to collect. */
const DAYS_BEFORE = 3

/** Notifies the admins of the lot, and the platform admins, of a dispute that needs them. */
export async function notifyOfDispute(
  deps: DisputeNoticeDeps,
  tx: Tx,
  kind: DisputeNoticeKind,
  { id, lot_id, lot_name, time_zone, amount_cents, currency, evidence_due_at }: Facts,
  about: string,
): Promise<void> {
  const people = new Map(
    [...(await listAdmins(tx, lot_id)), ...(await listPlatformAdmins(tx))].map((one) => [one.id, one]),
  )
  for (const { id: user_id, email, language } of people.values()) {
    const t = translatorFor(language)
    const locale = localeOf(t)
    const facts = {
      lot: lot_name,
      amount: formatMoney(amount_cents, currency, locale),
      time:
        evidence_due_at === null ? '' : formatInFullWithZone(evidence_due_at, { zone: time_zone, locale }),
    }
    await dispatchNotice(deps, tx, {
      user_id,
      lot_id,
      kind,
      about,
      title: t(`disputeNotices.${kind}.title`, facts),
      text: t(`disputeNotices.${kind}.text`, facts),
      path: `/lots/${lot_id}/refunds/${id}`,
      to_address: email,
      email: { button: t('disputeNotices.open') },
    })
  }
}

/**
 * Reminds of evidence that is due in three days, once for each dispute, and of evidence that could not be sent, once each time that it
 * was submitted.
 */
export async function remindOfDisputes(deps: PaymentDeps & DisputeNoticeDeps): Promise<void> {
  const now = deps.ports.now()
  const until = new Date(now.getTime() + DAYS_BEFORE * 86_400_000)
  const failed = await eachByItself(
    { log: deps.log, task: 'remind_of_dispute' },
    await listDueSoon(deps.db, now, until),
    ({ id }) => id,
    (dispute) =>
      deps.db
        .transaction()
        .execute((tx) => notifyOfDispute(deps, tx, 'DISPUTE_DUE_SOON', dispute, dispute.id)),
  )
  const unsent = await eachByItself(
    { log: deps.log, task: 'remind_of_stuck_evidence' },
    await listStuck(deps.db, stuckBefore(now)),
    ({ id }) => id,
    ({ changed_at, ...dispute }) =>
      deps.db
        .transaction()
        .execute((tx) => notifyOfDispute(deps, tx, 'EVIDENCE_STUCK', dispute, `${dispute.id} ${changed_at}`)),
  )
  refuseFailed(failed, 'remind_of_disputes')
  refuseFailed(unsent, 'remind_of_disputes')
}
