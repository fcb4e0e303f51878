import { listZonesRoute } from '@openspot/contract/booking/prices.ts'
import type { StaffLot } from '@openspot/contract/lots/lots.ts'
import { notFound } from 'next/navigation'
import { ZoneScreen } from '@/features/booking/prices/zone-screen.tsx'
import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { titleFrom } from '@/lib/messages/server.ts'
import { fetchPage } from '@/lib/page-api.ts'
import { ErrorState } from '@/ui/states.tsx'

export const generateMetadata = titleFrom((t) => t('prices.zones.title'))

export default async function Zone({ params }: { params: Promise<{ lot_id: string; zone_id: string }> }) {
  const { lot_id, zone_id } = await params
  return (
    <LotPage lot_id={lot_id} path={`prices/zones/${zone_id}`} forAdmins>
      {(lot, settings) => <OneZone lot={lot} settings={settings} zone_id={zone_id} />}
    </LotPage>
  )
}

async function OneZone({ lot, settings, zone_id }: { lot: ConsoleLot; settings: StaffLot; zone_id: string }) {
  const path = `/lots/${lot.id}/prices/zones/${zone_id}`
  const zones = await fetchPage(path, listZonesRoute, { params: { lot_id: lot.id } }, 'admin')
  if (!zones.ok) return <ErrorState error={zones} />
  const zone = zones.data.items.find(({ id }) => id === zone_id)
  return zone ? <ZoneScreen lot={lot} settings={settings} initial={zone} /> : notFound()
}
