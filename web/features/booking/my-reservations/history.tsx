'use client'
import { getReservationExplanationRoute, type Reservation } from '@openspot/contract/booking/reservations.ts'
import { useTranslations } from 'use-intl'
import { useApiQuery } from '@/lib/use-api.ts'
import { eventText, refundText } from '@/ui/reservation/event-text.ts'
import { Periods } from '@/ui/reservation/periods.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { ErrorState } from '@/ui/states.tsx'
import { Moment, useTimeFormat } from '@/ui/time.tsx'
import css from './reservations.module.css'

/** How a reservation came to its current state: its months and its events. */
export function History({ reservation }: { reservation: Reservation }) {
  const t = useTranslations()
  const explanation = useApiQuery(getReservationExplanationRoute, {
    params: { reservation_id: reservation.id },
  })
  const timeFormat = useTimeFormat(reservation.lot.time_zone)
  if (explanation.isError && !explanation.data)
    return <ErrorState error={explanation.error} onRetry={() => explanation.refetch()} />
  if (!explanation.data) return <ListSkeleton rows={1} />
  const { events, periods, creator } = explanation.data
  return (
    <>
      {periods.length > 0 ? <Periods periods={periods} zone={reservation.lot.time_zone} /> : null}
      <section className={css.card}>
        <h2>{t('driver.history')}</h2>
        <ol className={css.events}>
          <li>
            <span className={css.when}>
              <Moment at={reservation.created_at} zone={reservation.lot.time_zone} />
            </span>
            <span>{creator === 'DRIVER' ? t('driver.booked') : t('driver.madeByStaff')}</span>
          </li>
          {events.map((event, index) => (
            <li key={`${event.at} ${event.kind} ${index}`}>
              <span className={css.when}>
                <Moment at={event.at} zone={reservation.lot.time_zone} />
              </span>
              <span>
                {eventText(t, event, timeFormat)}{' '}
                <span className={css.quiet}>{t(`driver.by.${event.actor}`)}</span>
                {refundText(t, event, reservation.currency)}
              </span>
            </li>
          ))}
          {reservation.canceled_at ? (
            <li>
              <span className={css.when}>
                <Moment at={reservation.canceled_at} zone={reservation.lot.time_zone} />
              </span>
              <span>{t('driver.canceledEvent')}</span>
            </li>
          ) : null}
        </ol>
      </section>
    </>
  )
}
