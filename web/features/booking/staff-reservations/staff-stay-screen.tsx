'use client'
import { getCancellationRoute } from '@openspot/contract/booking/reservation-changes.ts'
import {
  getReservationRoute,
  getReservationWhyRoute,
  listParkHistoryRoute,
  type Reservation,
} from '@openspot/contract/booking/reservations.ts'
import { getAdminInvoiceRoute } from '@openspot/contract/money/adjustments.ts'
import { listReservationInvoicesRoute } from '@openspot/contract/money/invoices.ts'
import Link from 'next/link'
import { StaffInvoices } from '@/features/booking/staff-reservations/invoices/staff-invoices.tsx'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { stayPath } from '@/lib/paths.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { useLotEvents } from '@/lib/use-lot-events.ts'
import { PageHead } from '@/ui/page-head.tsx'
import { Note } from '@/ui/states.tsx'
import { StayStatus } from '@/ui/stay/stay-status.tsx'
import { Stay } from '@/ui/time.tsx'
import { words } from '@/words/index.ts'
import css from './staff-stay.module.css'
import { StayActions } from './stay-actions.tsx'
import { StayFacts } from './stay-facts.tsx'
import { StayWhy } from './stay-why.tsx'

const watched = [
  getReservationRoute,
  getReservationWhyRoute,
  listReservationInvoicesRoute,
  getAdminInvoiceRoute,
  listParkHistoryRoute,
  getCancellationRoute,
]

/** One reservation for staff: driver, spot, time, price, history, and actions. */
export function StaffStayScreen({ lot, initial }: { lot: ConsoleLot; initial: Reservation }) {
  useLotEvents(lot.id, watched)
  const answer = useApiQuery(
    getReservationRoute,
    { params: { reservation_id: initial.id } },
    { client: 'admin', initialData: initial, everySeconds: 60 },
  )
  const stay = answer.data ?? initial
  return (
    <>
      <PageHead
        back={<Link href={`/lots/${lot.id}/reservations`}>{words.staffReservations.title}</Link>}
        title={words.staffReservations.nameOf(stay.driver)}
        text={
          <span className={css.headline}>
            <StayStatus stay={stay} />
            <Stay starts_at={stay.starts_at} ends_at={stay.ends_at} zone={lot.time_zone} />
          </span>
        }
      />
      <div className={css.layout}>
        <div className={css.part}>
          <StayNotes stay={stay} lot={lot} />
          <StayFacts stay={stay} lot={lot} />
        </div>
        {lot.is_admin ? (
          <>
            <div className={css.side}>
              <StayActions stay={stay} lot={lot} />
            </div>
            <div className={css.part}>
              {stay.invoice_id ? <StaffInvoices stay={stay} lot={lot} /> : null}
              <StayWhy stay={stay} lot={lot} />
            </div>
          </>
        ) : null}
      </div>
    </>
  )
}

/** Important notes about a reservation: it is part of another, awaits payment, or breaks a rule. */
function StayNotes({ stay, lot }: { stay: Reservation; lot: ConsoleLot }) {
  const say = words.staffReservations.stay
  const leadsTo = stay.merged_into_id ?? stay.changes_id
  return (
    <>
      {leadsTo ? (
        <Note tone="plain" title={stay.merged_into_id ? say.merged : say.isChange}>
          <p>
            <Link href={stayPath(lot.id, leadsTo)}>{say.openOther}</Link>
          </p>
        </Note>
      ) : null}
      {stay.pending_change_id ? (
        <Note title={say.pendingTitle}>
          <p>
            {say.pendingText} <Link href={stayPath(lot.id, stay.pending_change_id)}>{say.openChange}</Link>
          </p>
        </Note>
      ) : null}
      {stay.override_reason ? (
        <Note tone="plain" title={stay.continues_id ? say.movedHere : words.staffReservations.overridden}>
          <p>{stay.override_reason}</p>
        </Note>
      ) : null}
    </>
  )
}
