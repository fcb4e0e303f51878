import { SpotsScreen } from '@/features/lots/spots/list/spots-screen.tsx'
import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { titleFrom } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('spotCalendar.title'))

export default async function Spots({ params }: { params: Promise<{ lot_id: string }> }) {
  const { lot_id } = await params
  return (
    <LotPage lot_id={lot_id} path="spots">
      {(lot) => <SpotsScreen lot={lot} />}
    </LotPage>
  )
}
