'use client'
import { getReservationRoute, type Reservation } from '@openspot/contract/booking/reservations.ts'
import { useTranslations } from 'use-intl'
import { tag } from '@/lib/messages/tag.ts'
import type { PayEnding } from '@/lib/pay-ending.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { PaymentChoice } from '@/ui/checkout/payment-choice.tsx'
import { useHoldPayment } from '@/ui/checkout/use-hold-payment.ts'
import { GatedButton } from '@/ui/gated-button.tsx'
import { missingText } from '@/ui/missing-text.ts'
import { Money, moneyText } from '@/ui/money.tsx'
import { ReleaseHold } from '@/ui/reservation/release-hold.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { ErrorState, Note } from '@/ui/states.tsx'
import { Moment, TimeLeft } from '@/ui/time.tsx'
import css from './changes.module.css'

/** A held, unpaid change: pay for it, perhaps with another card, or drop it. */
export function PendingChange({
  reservation,
  change_id,
  onEnding,
}: {
  reservation: Reservation
  change_id: string
  onEnding: (ending: PayEnding | null) => void
}) {
  const t = useTranslations()
  const held = useApiQuery(getReservationRoute, { params: { reservation_id: change_id } })
  const { methods, method, setMethod, paying } = useHoldPayment(change_id, reservation.id, onEnding)
  if (held.isError) return <ErrorState error={held.error} onRetry={() => held.refetch()} />
  if (!held.data || !methods.data) return <ListSkeleton rows={2} />
  const { currency, total_cents, hold_expires_at } = held.data
  const zone = reservation.lot.time_zone
  return (
    <section className={css.pending}>
      {paying.isConfirming ? <Note tone="plain" title={t('change.confirming')} /> : null}
      <header className={css.pendingHead}>
        <div>
          <h2>{t('change.pendingTitle')}</h2>
          <p>
            <Added reservation={reservation} held={held.data} />
          </p>
        </div>
        {currency && total_cents !== null ? (
          <Money cents={total_cents} currency={currency} size="xl" />
        ) : null}
      </header>
      {hold_expires_at ? (
        <p className={css.quiet}>
          {t.rich('change.pendingText', {
            time: tag(<Moment at={hold_expires_at} zone={zone} clock />),
            left: tag(<TimeLeft ends_at={hold_expires_at} zone={zone} />),
          })}
        </p>
      ) : null}
      <PaymentChoice methods={methods.data.items} chosen={method} onChoose={setMethod} />
      <div className={css.buttons}>
        <GatedButton
          h={48}
          loading={paying.isBusy}
          why={missingText(t, [[t('booking.payWith'), method !== null]])}
          onClick={() => paying.pay(method)}
        >
          {t('change.pay', {
            amount: currency && total_cents !== null ? moneyText(t, total_cents, currency) : '',
          })}
        </GatedButton>
        <ReleaseHold reservation_id={change_id} word={t('change.letGo')} />
      </div>
    </section>
  )
}

/** The addition of the change: time before or after, or another spot. */
function Added({ reservation, held }: { reservation: Reservation; held: Reservation }) {
  const t = useTranslations()
  const zone = reservation.lot.time_zone
  if (held.spot_id !== reservation.spot_id) return t('change.pendingMoved', { label: held.spot.label })
  const isLater = held.starts_at === reservation.ends_at
  const at = isLater && held.ends_at ? held.ends_at : held.starts_at
  return t.rich(isLater ? 'change.pendingLonger' : 'change.pendingEarlier', {
    time: tag(<Moment at={at} zone={zone} inside />),
  })
}
