import type { Payout, PayoutLine } from '@openspot/contract/money/payouts.ts'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Money } from '@/ui/money.tsx'
import { Panel } from '@/ui/panel.tsx'
import { EarnedTime, earnedForText } from './earned-for.tsx'
import css from './payouts.module.css'
import type { Whose } from './use-payouts.ts'

/** The items of a payout in order of their due dates. */
export function PayoutLines({
  whose: { lot_id },
  payout: { lot, currency },
  lines,
  more,
}: {
  whose: Whose
  payout: Payout
  lines: readonly PayoutLine[]
  more: ReactNode
}) {
  const t = useTranslations()
  return (
    <Panel title={t('payouts.detail.lines')} text={t('payouts.detail.linesText')}>
      <ul className={css.rows}>
        {lines.map((line) => (
          <li key={line.source_id} className={css.row}>
            <div className={css.rowText}>
              {lot_id !== null && line.reservation !== null ? (
                <Link href={`/lots/${lot_id}/reservations/${line.reservation.id}`} prefetch={false}>
                  {earnedForText(t, line)}
                </Link>
              ) : (
                <strong>{earnedForText(t, line)}</strong>
              )}
              <p>
                <EarnedTime of={line} zone={lot.time_zone} />
                {line.invoice_number === null
                  ? null
                  : ` · ${t('payouts.invoice', { number: String(line.invoice_number) })}`}
              </p>
            </div>
            <div className={css.rowEnd}>
              <Money cents={line.amount_cents} currency={currency} />
            </div>
          </li>
        ))}
      </ul>
      {more}
    </Panel>
  )
}
