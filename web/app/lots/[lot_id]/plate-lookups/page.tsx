import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { LookupsScreen } from '@/features/operations/cameras/lookups-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('plateLookups.title'))

export default async function PlateLookups({ params }: { params: Promise<{ lot_id: string }> }) {
  const { lot_id } = await params
  return (
    <LotPage lot_id={lot_id} path="plate-lookups">
      {(lot) => <LookupsScreen lot={lot} />}
    </LotPage>
  )
}
