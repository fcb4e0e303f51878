import { PriceGuidanceScreen } from '@/features/booking/price-guidance/price-guidance-screen.tsx'
import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { titleFrom } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('priceGuidance.title'))

export default async function PriceGuidance({ params }: { params: Promise<{ lot_id: string }> }) {
  const { lot_id } = await params
  return (
    <LotPage lot_id={lot_id} path="prices/guidance" forAdmins>
      {(lot) => <PriceGuidanceScreen lot={lot} />}
    </LotPage>
  )
}
