import type { Metadata } from 'next'
import { LotPage } from '@/features/staff/lot-page.tsx'
import { StaysScreen } from '@/features/staff-reservations/stays-screen.tsx'
import { words } from '@/words/index.ts'

export const metadata: Metadata = { title: words.staffReservations.title }

export default async function Reservations({ params }: { params: Promise<{ lot_id: string }> }) {
  const { lot_id } = await params
  return (
    <LotPage lot_id={lot_id} place="reservations">
      {(lot) => <StaysScreen lot={lot} />}
    </LotPage>
  )
}
