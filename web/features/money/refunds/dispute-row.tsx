import type { LotDispute, LotRefund } from '@openspot/contract/money/adjustments.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { tag } from '@/lib/messages/tag.ts'
import { disputeText } from '@/ui/invoice/dispute-text.ts'
import { moneyText } from '@/ui/money.tsx'
import { Moment } from '@/ui/time.tsx'
import css from './refunds.module.css'

/** The driver, invoice, and date, linking to the reservation or fine. */
export function About({ lot, of }: { lot: ConsoleLot; of: LotRefund | LotDispute }) {
  const t = useTranslations()
  const number = String(of.invoice_number)
  const path = `/lots/${lot.id}`
  const at = 'opened_at' in of ? of.opened_at : of.created_at
  return (
    <p className={css.about}>
      <Link
        href={
          of.fine_id === null ? `${path}/reservations/${of.reservation_id}` : `${path}/fines/${of.fine_id}`
        }
      >
        {of.payer_name === null
          ? t('refunds.invoice', { number })
          : t('refunds.invoiceOf', { number, name: of.payer_name })}
      </Link>
      <Moment at={at} zone={lot.time_zone} />
    </p>
  )
}

/** A dispute by a driver's bank: amount, status, and the deadline for evidence. */
export function DisputeRow({ lot, dispute }: { lot: ConsoleLot; dispute: LotDispute }) {
  const t = useTranslations()
  const { amount_cents, withdrawn_cents, currency, closed_at, evidence_due_at } = dispute
  return (
    <li className={css.dispute}>
      <About lot={lot} of={dispute} />
      <p>
        <strong>
          <Link href={`/lots/${lot.id}/refunds/${dispute.id}`}>
            {t('refunds.dispute', { amount: moneyText(t, amount_cents, currency) })}
          </Link>
        </strong>{' '}
        {closed_at ? <span className={css.quiet}>{t('refunds.decided')}</span> : null}
      </p>
      <p className={css.quiet}>{disputeText(t, dispute)}</p>
      {withdrawn_cents > 0 ? (
        <p className={css.quiet}>
          {t('refunds.withdrawn', { amount: moneyText(t, withdrawn_cents, currency) })}
        </p>
      ) : null}
      {evidence_due_at && !closed_at ? (
        <p className={css.quiet}>
          {t.rich('invoices.evidenceUntil', {
            time: tag(<Moment at={evidence_due_at} zone={lot.time_zone} inside />),
          })}
        </p>
      ) : null}
    </li>
  )
}
