'use client'
import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import dynamic from 'next/dynamic'
import { useTranslations } from 'use-intl'
import { tag } from '@/lib/messages/tag.ts'
import type { PayEnding } from '@/lib/pay-ending.ts'
import { PaymentChoice } from '@/ui/checkout/payment-choice.tsx'
import { useHoldPayment } from '@/ui/checkout/use-hold-payment.ts'
import { GatedButton } from '@/ui/gated-button.tsx'
import { missingText } from '@/ui/missing-text.ts'
import { Money, moneyText } from '@/ui/money.tsx'
import { ReleaseHold } from '@/ui/reservation/release-hold.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { ErrorState, Note } from '@/ui/states.tsx'
import { Moment, TimeLeft } from '@/ui/time.tsx'
import css from './reservations.module.css'
import { useAcceptance } from './use-acceptance.ts'

// Most drivers have no other reservation at that time.
const VehicleElsewhere = dynamic(() =>
  import('@/ui/checkout/vehicle-elsewhere.tsx').then((one) => one.VehicleElsewhere),
)

/**
 * A reservation that awaits its driver: a staff reservation, a waitlist offer, or an unpaid booking. Pay or release it.
 */
export function PayReservation({
  reservation,
  isOffer,
  onEnding,
}: {
  reservation: Reservation
  /** Whether it came from the waitlist. */
  isOffer: boolean
  onEnding: (ending: PayEnding | null) => void
}) {
  const t = useTranslations()
  const { methods, method, setMethod, paying } = useHoldPayment(reservation.id, reservation.id, onEnding)
  const isMade = reservation.status === 'PENDING'
  const acceptance = useAcceptance(reservation, isOffer)
  const title = isMade ? t('driver.acceptTitle') : isOffer ? t('driver.offerTitle') : t('driver.finishTitle')
  const due =
    reservation.currency && reservation.total_cents
      ? moneyText(t, reservation.total_cents, reservation.currency)
      : null
  return (
    <section className={css.card}>
      {paying.isConfirming ? <Note tone="plain" title={t('booking.confirming')} /> : null}
      <header className={css.payHead}>
        <h2>{title}</h2>
        {reservation.currency && reservation.total_cents !== null ? (
          <Money cents={reservation.total_cents} currency={reservation.currency} size="xl" />
        ) : null}
      </header>
      {reservation.hold_expires_at ? (
        <p className={css.timeLeft}>
          <strong>
            <TimeLeft ends_at={reservation.hold_expires_at} zone={reservation.lot.time_zone} />
          </strong>
          <span className={css.quiet}>
            {t.rich(isMade ? 'driver.acceptText' : isOffer ? 'driver.offerText' : 'driver.finishText', {
              time: tag(
                <Moment at={reservation.hold_expires_at} zone={reservation.lot.time_zone} inside zoned />,
              ),
            })}
          </span>
        </p>
      ) : null}
      {acceptance.elsewhere ? (
        <VehicleElsewhere
          elsewhere={acceptance.elsewhere}
          text={acceptance.isRefused ? t('driver.acceptElsewhereRefused') : t('driver.acceptElsewhere')}
          both={t('driver.acceptElsewhereBoth')}
          isRefused={acceptance.isRefused}
          onBoth={acceptance.allow}
        />
      ) : null}
      {due === null ? null : methods.data ? (
        <PaymentChoice methods={methods.data.items} chosen={method} onChoose={setMethod} />
      ) : methods.isError ? (
        <ErrorState error={methods.error} onRetry={() => methods.refetch()} />
      ) : (
        <ListSkeleton rows={1} />
      )}
      <div className={css.payButtons}>
        <GatedButton
          h={48}
          loading={paying.isBusy}
          why={
            acceptance.elsewhere
              ? t('booking.elsewhere', { plate: acceptance.elsewhere.car.plate })
              : missingText(t, [[t('booking.payWith'), due === null || method !== null]])
          }
          onClick={() => paying.pay(due === null ? null : method, acceptance.isAllowed)}
        >
          {due === null
            ? t('driver.acceptFree')
            : isMade
              ? t('driver.acceptFor', { amount: due })
              : t('booking.pay', { amount: due })}
        </GatedButton>
        <ReleaseHold
          reservation_id={reservation.id}
          word={isMade ? t('driver.decline') : t('driver.letGo')}
        />
      </div>
      {due !== null && methods.data && method === null ? (
        <p className={css.quiet}>{t('booking.needsCard')}</p>
      ) : null}
    </section>
  )
}
