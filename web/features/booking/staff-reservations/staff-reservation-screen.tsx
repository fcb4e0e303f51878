'use client'
import { getCancellationRoute } from '@openspot/contract/booking/reservation-changes.ts'
import type { ReservationPart } from '@openspot/contract/booking/reservation-parts.ts'
import {
  getReservationExplanationRoute,
  getReservationRoute,
  type Reservation,
} from '@openspot/contract/booking/reservations.ts'
import { getAdminInvoiceRoute } from '@openspot/contract/money/adjustments.ts'
import { listReservationInvoicesRoute } from '@openspot/contract/money/invoices.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { StaffInvoices } from '@/features/booking/staff-reservations/invoices/staff-invoices.tsx'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { hostedPath, mySpotPath, reservationPath } from '@/lib/paths.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { useLotEvents } from '@/lib/use-lot-events.ts'
import { PageHead } from '@/ui/page-head.tsx'
import { driverName } from '@/ui/reservation/driver-name.ts'
import { LinksPart } from '@/ui/reservation/links-part.tsx'
import { Messages } from '@/ui/reservation/messages.tsx'
import { ReservationPhaseLabel } from '@/ui/reservation/reservation-status.tsx'
import { Note } from '@/ui/states.tsx'
import { ReservationTime } from '@/ui/time.tsx'
import { AwaitingDriver } from './awaiting-driver.tsx'
import { ContactDriver } from './contact-driver.tsx'
import { MonthlyPrice } from './monthly/monthly-price.tsx'
import { PriceAndRules } from './price-and-rules.tsx'
import { ReservationActions } from './reservation-actions.tsx'
import { ReservationFacts } from './reservation-facts.tsx'
import css from './staff-reservation.module.css'

const watched = [
  getReservationRoute,
  getReservationExplanationRoute,
  listReservationInvoicesRoute,
  getAdminInvoiceRoute,
  getCancellationRoute,
]

/** One reservation for staff: driver, spot, time, price, history, and actions. */
export function StaffReservationScreen({ lot, initial }: { lot: ConsoleLot; initial: Reservation }) {
  const t = useTranslations()
  useLotEvents(lot.id, watched)
  const answer = useApiQuery(
    getReservationRoute,
    { params: { reservation_id: initial.id } },
    { client: 'admin', initialData: initial, everySeconds: 60 },
  )
  const reservation = answer.data ?? initial
  return (
    <>
      <PageHead
        back={<Link href={`/lots/${lot.id}/reservations`}>{t('staffReservations.title')}</Link>}
        title={driverName(t, reservation.driver)}
        text={
          <span className={css.headline}>
            <ReservationPhaseLabel reservation={reservation} />
            <ReservationTime
              starts_at={reservation.starts_at}
              ends_at={reservation.ends_at}
              zone={lot.time_zone}
            />
          </span>
        }
      />
      <div className={css.layout}>
        <div className={css.part}>
          <ReservationNotes reservation={reservation} lot={lot} />
          <ReservationFacts reservation={reservation} lot={lot} />
        </div>
        {lot.is_admin ? (
          <>
            <div className={css.side}>
              {isAwaiting(reservation) ? <AwaitingDriver reservation={reservation} lot={lot} /> : null}
              <ReservationActions reservation={reservation} lot={lot} />
              <ContactDriver reservation={reservation} />
              {isMonthly(reservation) ? <MonthlyPrice reservation={reservation} lot={lot} /> : null}
            </div>
            <div className={css.part}>
              {reservation.is_host ? null : (
                <Messages reservation_id={reservation.id} zone={lot.time_zone} client="admin" />
              )}
              {reservation.invoice_id || reservation.continued_by ? (
                <StaffInvoices reservation={reservation} lot={lot} />
              ) : null}
              <PriceAndRules reservation={reservation} lot={lot} />
              <LinksPart reservation={reservation} client="admin" />
            </div>
          </>
        ) : null}
      </div>
    </>
  )
}

/** Whether staff made it for a driver who has not accepted it. */
const isAwaiting = ({ status, changes_id }: Reservation) => status === 'PENDING' && changes_id === null

/** Whether it is billed by the month: it has, or had, no end. */
const isMonthly = ({ ends_at, status }: Reservation) => ends_at === null && status === 'ACTIVE'

/** Important notes about a reservation: it is part of another, awaits payment, or breaks a rule. */
function ReservationNotes({ reservation, lot }: { reservation: Reservation; lot: ConsoleLot }) {
  const t = useTranslations()
  const leadsTo = reservation.merged_into_id ?? reservation.changes_id
  return (
    <>
      {reservation.is_host ? (
        <Note tone="plain" title={t('staffReservations.stay.mySpotTitle')}>
          <p className={css.links}>
            <Link href={hostedPath(reservation.id)}>{t('staffReservations.stay.viewAsHost')}</Link>
            <Link href={mySpotPath(reservation.spot_id)}>
              {t('staffReservations.stay.openMySpot', { label: reservation.spot.label })}
            </Link>
          </p>
        </Note>
      ) : null}
      {leadsTo ? (
        <Note
          tone="plain"
          title={
            reservation.merged_into_id
              ? t('staffReservations.stay.merged')
              : t('staffReservations.stay.isChange')
          }
        >
          <p>
            <Link href={reservationPath(lot.id, leadsTo)}>{t('staffReservations.stay.openOther')}</Link>
          </p>
        </Note>
      ) : null}
      {reservation.pending_change_id ? (
        <Note title={t('staffReservations.stay.pendingTitle')}>
          <p>
            {t('staffReservations.stay.pendingText')}{' '}
            <Link href={reservationPath(lot.id, reservation.pending_change_id)}>
              {t('staffReservations.stay.openChange')}
            </Link>
          </p>
        </Note>
      ) : null}
      {reservation.continues ? (
        <PartNote
          title={t('staffReservations.stay.continuedFrom', { label: reservation.continues.spot_label })}
          // What staff wrote when they moved it.
          reason={reservation.override_reason}
          part={reservation.continues}
          lot={lot}
        />
      ) : null}
      {reservation.continued_by ? (
        <PartNote
          title={t('staffReservations.stay.continuesOn', { label: reservation.continued_by.spot_label })}
          part={reservation.continued_by}
          lot={lot}
        />
      ) : null}
      {reservation.override_reason && !reservation.continues ? (
        <Note tone="plain" title={t('staffReservations.overridden')}>
          <p>{reservation.override_reason}</p>
        </Note>
      ) : null}
    </>
  )
}

/** Names the part of the same parking on another spot, and leads there. */
function PartNote({
  title,
  reason = null,
  part: { id, starts_at, ends_at },
  lot,
}: {
  title: string
  reason?: string | null
  part: ReservationPart
  lot: ConsoleLot
}) {
  const t = useTranslations()
  return (
    <Note tone="plain" title={title}>
      {reason === null ? null : (
        <p>
          “<bdi>{reason}</bdi>”
        </p>
      )}
      <p className={css.links}>
        <ReservationTime starts_at={starts_at} ends_at={ends_at} zone={lot.time_zone} />
        <Link href={reservationPath(lot.id, id)}>{t('staffReservations.stay.openPart')}</Link>
      </p>
    </Note>
  )
}
