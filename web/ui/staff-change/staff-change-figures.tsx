'use client'
import type { StaffChangePreview } from '@openspot/contract/booking/staff-changes.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { reservationPath } from '@/lib/paths.ts'
import { Money, moneyText } from '@/ui/money.tsx'
import { PriceLines } from '@/ui/price-lines.tsx'
import { Note } from '@/ui/states.tsx'
import { ReservationTime } from '@/ui/time.tsx'
import css from './staff-change.module.css'
import type { ChangedReservation } from './staff-change-dialog.tsx'

/** What the reservation becomes, the difference and what happens with it, and what prevents the change. */
export function StaffChangeFigures({
  lot,
  reservation,
  preview,
  isStale,
}: {
  lot: ConsoleLot
  reservation: ChangedReservation
  preview: StaffChangePreview
  isStale: boolean
}) {
  const t = useTranslations()
  const { difference_cents, currency, lines, refusal, conflicts, spot } = preview
  const sum = lines.reduce((total, line) => total + line.amount_cents, 0)
  return (
    <div className={css.figures} data-stale={isStale || undefined} aria-live="polite">
      <div>
        <span className={css.quiet}>{t('change.becomes')}</span>
        <p className={css.becomes}>
          {spot.id === reservation.spot_id ? null : <>{t('lot.yourSpot', { label: spot.label })} · </>}
          <ReservationTime starts_at={preview.starts_at} ends_at={preview.ends_at} zone={lot.time_zone} />
        </p>
      </div>
      {refusal ? (
        <Note tone="bad" title={refusal.message}>
          {conflicts.length > 0 ? (
            <ul className={css.conflicts}>
              {conflicts.map((one) => (
                <li key={one.reservation_id}>
                  <Link href={reservationPath(lot.id, one.reservation_id)}>
                    {one.name ?? t('staffChange.someone')}
                  </Link>
                  {': '}
                  <ReservationTime starts_at={one.starts_at} ends_at={one.ends_at} zone={lot.time_zone} />
                </li>
              ))}
            </ul>
          ) : null}
        </Note>
      ) : null}
      <div className={css.difference} data-back={difference_cents < 0 || undefined}>
        <span>{differenceWord(t, preview)}</span>
        {difference_cents === 0 ? null : (
          <Money cents={Math.abs(difference_cents)} currency={currency} size="lg" />
        )}
      </div>
      <MoneyText preview={preview} />
      {lines.length > 0 && difference_cents !== 0 ? (
        <details className={css.lines}>
          <summary>{t('change.linesTitle')}</summary>
          <PriceLines
            price={{ currency, lines, total_cents: sum }}
            total={t('change.difference')}
            showsRules
          />
        </details>
      ) : null}
    </div>
  )
}

function differenceWord(t: Translate, { difference_cents }: StaffChangePreview): string {
  if (difference_cents > 0) return t('staffChange.costsMore')
  return difference_cents < 0 ? t('staffChange.costsLess') : t('staffChange.costsSame')
}

/** Says how much less is refunded and how much is taken off a bill. */
function MoneyText({ preview }: { preview: StaffChangePreview }) {
  const t = useTranslations()
  const { difference_cents, waived_cents, validated_cents, currency } = preview
  if (difference_cents >= 0) return null
  const refund = -difference_cents - waived_cents - validated_cents
  const amount = (cents: number) => moneyText(t, cents, currency)
  return (
    <ul className={css.money}>
      {waived_cents > 0 ? <li>{t('staffChange.waived', { amount: amount(waived_cents) })}</li> : null}
      {refund > 0 ? <li>{t('staffChange.refunded', { amount: amount(refund) })}</li> : null}
      {validated_cents > 0 ? (
        <li>{t('staffChange.validated', { amount: amount(validated_cents) })}</li>
      ) : null}
    </ul>
  )
}
