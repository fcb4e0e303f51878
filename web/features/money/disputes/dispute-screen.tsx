'use client'
import { type DisputeDetail, getDisputeRoute } from '@openspot/contract/money/disputes.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { disputeText } from '@/ui/invoice/dispute-text.ts'
import { Money, moneyText } from '@/ui/money.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Facts, Panel } from '@/ui/panel.tsx'
import { Moment } from '@/ui/time.tsx'
import css from './disputes.module.css'
import { EvidenceFiles } from './evidence-files.tsx'
import { EvidenceState } from './evidence-state.tsx'
import { EvidenceTexts } from './evidence-texts.tsx'
import { SubmitEvidence } from './submit-evidence.tsx'

/** One disputed payment: what the bank says, the evidence, and its submission. */
export function DisputeScreen({ lot, initial }: { lot: ConsoleLot; initial: DisputeDetail }) {
  const t = useTranslations()
  const { data: dispute = initial } = useApiQuery(
    getDisputeRoute,
    { params: { dispute_id: initial.id } },
    {
      client: 'admin',
      initialData: initial,
      everySeconds: (read) => (read?.evidence.state === 'SENDING' ? 3 : 30),
    },
  )
  const moment = (at: string | null) => (at === null ? null : <Moment at={at} zone={lot.time_zone} />)
  const about =
    dispute.fine_id === null ? `reservations/${dispute.reservation_id}` : `fines/${dispute.fine_id}`
  return (
    <div className={css.screen}>
      <PageHead
        back={<Link href={`/lots/${lot.id}/refunds?tab=disputes`}>{t('refunds.tabs.disputes')}</Link>}
        title={t('refunds.dispute', { amount: moneyText(t, dispute.amount_cents, dispute.currency) })}
        text={disputeText(t, dispute)}
      />
      <EvidenceState dispute={dispute} zone={lot.time_zone} />
      <Panel title={t('disputes.facts')}>
        <Facts
          items={[
            [
              t('disputes.payment'),
              <Link key="payment" href={`/lots/${lot.id}/${about}`}>
                {dispute.payer_name === null
                  ? t('refunds.invoice', { number: String(dispute.invoice_number) })
                  : t('refunds.invoiceOf', {
                      number: String(dispute.invoice_number),
                      name: dispute.payer_name,
                    })}
              </Link>,
            ],
            [t('disputes.opened'), moment(dispute.opened_at)],
            [t('disputes.due'), dispute.closed_at === null ? moment(dispute.evidence_due_at) : null],
            [t('disputes.closed'), moment(dispute.closed_at)],
            [
              t('disputes.withdrawn'),
              dispute.withdrawn_cents > 0 ? (
                <Money key="withdrawn" cents={dispute.withdrawn_cents} currency={dispute.currency} />
              ) : null,
            ],
          ]}
        />
      </Panel>
      <EvidenceFiles dispute={dispute} />
      <EvidenceTexts dispute={dispute} />
      {dispute.awaits_evidence ? <SubmitEvidence dispute={dispute} /> : null}
    </div>
  )
}
