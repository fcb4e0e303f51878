import type { ChangePreview } from '@openspot/contract/booking/reservation-changes.ts'
import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { useTranslations } from 'use-intl'
import { Money, moneyText } from '@/ui/money.tsx'
import { PriceLines } from '@/ui/price-lines.tsx'
import { ReservationTime } from '@/ui/time.tsx'
import css from './changes.module.css'

/** The changed reservation, the price difference, and its lines. */
export function ChangeFigures({
  reservation,
  preview,
  isStale,
}: {
  reservation: Reservation
  preview: ChangePreview
  isStale: boolean
}) {
  const t = useTranslations()
  const { difference_cents, currency, lines, spot } = preview
  const sum = lines.reduce((total, line) => total + line.amount_cents, 0)
  // What is taken off a bill was never paid, so it doesn't come back.
  const amount = difference_cents + preview.waived_cents
  // The price difference to the shorter reservation, minus the part that the lot refunds.
  const kept = lines.length > 0 ? Math.max(0, difference_cents - sum) : 0
  const isShorter =
    preview.ends_at !== null && (reservation.ends_at === null || preview.ends_at < reservation.ends_at)
  return (
    <div className={css.figures} data-stale={isStale || undefined} aria-live="polite">
      <div className={css.becomes}>
        <span className={css.quiet}>{t('change.becomes')}</span>
        <p>
          {spot.id === reservation.spot_id ? null : (
            <strong>{t('lot.yourSpot', { label: spot.label })} · </strong>
          )}
          <ReservationTime
            starts_at={preview.starts_at}
            ends_at={preview.ends_at}
            zone={reservation.lot.time_zone}
          />
        </p>
      </div>
      <div className={css.difference} data-back={amount < 0 || undefined}>
        <span>{differenceWord(t, amount, isShorter)}</span>
        {amount === 0 ? null : <Money cents={Math.abs(amount)} currency={currency} size="xl" />}
      </div>
      {preview.waived_cents > 0 ? (
        <p className={css.quiet}>
          {t('change.waived', { amount: moneyText(t, preview.waived_cents, currency) })}
        </p>
      ) : null}
      {preview.validated_cents > 0 ? (
        <p className={css.quiet}>
          {t('change.alreadyBack', { amount: moneyText(t, preview.validated_cents, currency) })}
        </p>
      ) : null}
      {reservation.ends_at === null ? <p className={css.quiet}>{t('change.byMonthText')}</p> : null}
      {kept > 0 && difference_cents === 0 ? <p className={css.quiet}>{t('change.nothingBackText')}</p> : null}
      {lines.length > 0 ? (
        <details className={css.lines} open={difference_cents !== 0}>
          <summary>{t('change.linesTitle')}</summary>
          <PriceLines price={{ currency, lines, total_cents: sum }} total={t('change.difference')} />
          {kept > 0 ? (
            <p className={css.kept}>
              <span>{t('change.kept')}</span> <span>{moneyText(t, kept, currency)}</span>
            </p>
          ) : null}
        </details>
      ) : null}
    </div>
  )
}

function differenceWord(t: Translate, amount: number, isShorter: boolean): string {
  if (amount > 0) return t('change.toPay')
  if (amount < 0) return t('change.comesBack')
  return isShorter ? t('change.nothingBack') : t('change.nothing')
}
