import { MapScreen } from '@/features/lots/maps/map-screen.tsx'
import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { titleFrom } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('maps.title'))

export default async function LotMap({ params }: { params: Promise<{ lot_id: string; map_id: string }> }) {
  const { lot_id, map_id } = await params
  return (
    <LotPage lot_id={lot_id} path={`maps/${map_id}`} forAdmins>
      {(lot) => <MapScreen lot={lot} map_id={map_id} />}
    </LotPage>
  )
}
