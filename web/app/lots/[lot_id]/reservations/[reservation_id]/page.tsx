import { getReservationRoute } from '@openspot/contract/booking/reservations.ts'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { StaffStayScreen } from '@/features/booking/staff-reservations/staff-stay-screen.tsx'
import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { fetchPage } from '@/lib/page-api.ts'
import { ErrorState } from '@/ui/states.tsx'
import { words } from '@/words/index.ts'

export const metadata: Metadata = { title: words.staffReservations.stay.title }

type Params = Promise<{ lot_id: string; reservation_id: string }>

export default async function OneReservation({ params }: { params: Params }) {
  const { lot_id, reservation_id } = await params
  const place = `reservations/${reservation_id}`
  return (
    <LotPage lot_id={lot_id} place={place}>
      {(lot) => <OneStay lot={lot} reservation_id={reservation_id} />}
    </LotPage>
  )
}

async function OneStay({ lot, reservation_id }: { lot: ConsoleLot; reservation_id: string }) {
  const path = `/lots/${lot.id}/reservations/${reservation_id}`
  const stay = await fetchPage(path, getReservationRoute, { params: { reservation_id } }, 'admin')
  // The reader's own reservation in another lot is readable but does not belong in this one.
  if (stay.ok && stay.data.lot_id === lot.id) return <StaffStayScreen lot={lot} initial={stay.data} />
  if (stay.ok || [400, 403, 404].includes(stay.status)) notFound()
  return <ErrorState error={stay} />
}
