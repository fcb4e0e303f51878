import { MapsScreen } from '@/features/lots/maps/maps-screen.tsx'
import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { titleFrom } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('maps.title'))

export default async function Maps({ params }: { params: Promise<{ lot_id: string }> }) {
  const { lot_id } = await params
  return (
    <LotPage lot_id={lot_id} path="maps" forAdmins>
      {(lot) => <MapsScreen lot={lot} />}
    </LotPage>
  )
}
