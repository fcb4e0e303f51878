'use client'
import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import { shortCode } from '@openspot/core/reservations/short-code.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { spotPath } from '@/lib/paths.ts'
import { phaseOf } from '@/lib/reservation-phase.ts'
import { Facts, Panel } from '@/ui/panel.tsx'
import { Plate } from '@/ui/plate.tsx'
import { levelText } from '@/ui/spot/level-text.ts'
import { Moment, TimeLeft } from '@/ui/time.tsx'
import css from './staff-reservation.module.css'

/** Vehicle, spot, and related dates. Driver and time are shown above. */
export function ReservationFacts({ reservation, lot }: { reservation: Reservation; lot: ConsoleLot }) {
  const t = useTranslations()
  const { now } = useClock()
  const zone = lot.time_zone
  const phase = phaseOf(reservation, now)
  const moment = (at: string | null) => (at === null ? null : <Moment at={at} zone={zone} />)
  const canCancel =
    reservation.status === 'ACTIVE' && phase !== 'over' && (reservation.cancel_until_at ?? '') > now
  return (
    <Panel title={t('staffReservations.stay.facts')}>
      <Facts
        items={[
          [
            t('staffReservations.stay.car'),
            reservation.car ? (
              <Plate key="car" plate={reservation.car.plate} region={reservation.car.region || null} />
            ) : (
              t('staffReservations.noCar')
            ),
          ],
          [
            t('staffReservations.stay.spot'),
            <span key="spot">
              <Link className={css.label} href={spotPath(lot.id, reservation.spot_id)}>
                {reservation.spot.label}
              </Link>{' '}
              {[t(`spot.types.${reservation.spot.type}`), levelText(t, reservation.spot.level)].join(
                t('common.comma'),
              )}
            </span>,
          ],
          [
            t('staffReservations.stay.left'),
            phase === 'running' && reservation.ends_at ? (
              <TimeLeft key="left" ends_at={reservation.ends_at} zone={zone} />
            ) : null,
          ],
          [
            t('staffReservations.stay.heldUntil'),
            moment(phase === 'held' ? reservation.hold_expires_at : null),
          ],
          [
            t('staffReservations.columns.code'),
            <span key="code" translate="no">
              {shortCode(reservation.id)}
            </span>,
          ],
          [t('staffReservations.stay.madeAt'), moment(reservation.created_at)],
          [t('staffReservations.stay.confirmedAt'), moment(reservation.confirmed_at)],
          [t('staffReservations.stay.canceledAt'), moment(reservation.canceled_at)],
          [t('staffReservations.stay.cancelUntil'), moment(canCancel ? reservation.cancel_until_at : null)],
          [
            t('staffReservations.stay.flexible'),
            reservation.is_flexible ? t('staffReservations.stay.flexibleText') : null,
          ],
        ]}
      />
    </Panel>
  )
}
