import { getSpotRoute } from '@openspot/contract/lots/spots.ts'
import { notFound } from 'next/navigation'
import { SpotScreen } from '@/features/lots/spots/spot/spot-screen.tsx'
import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { titleFrom } from '@/lib/messages/server.ts'
import { fetchPage } from '@/lib/page-api.ts'
import { ErrorState } from '@/ui/states.tsx'

export const generateMetadata = titleFrom((t) => t('spot.one'))

export default async function Spot({ params }: { params: Promise<{ lot_id: string; spot_id: string }> }) {
  const { lot_id, spot_id } = await params
  return (
    <LotPage lot_id={lot_id} path={`spots/${spot_id}`}>
      {(lot) => <OneSpot lot={lot} spot_id={spot_id} />}
    </LotPage>
  )
}

async function OneSpot({ lot, spot_id }: { lot: ConsoleLot; spot_id: string }) {
  const path = `/lots/${lot.id}/spots/${spot_id}`
  const spot = await fetchPage(path, getSpotRoute, { params: { spot_id } }, 'admin')
  if (spot.ok && spot.data.lot_id === lot.id) return <SpotScreen lot={lot} initial={spot.data} />
  if (spot.ok || [400, 403, 404].includes(spot.status)) notFound()
  return <ErrorState error={spot} />
}
