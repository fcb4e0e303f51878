import { PricesScreen } from '@/features/booking/prices/prices-screen.tsx'
import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { titleFrom } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('prices.title'))

export default async function Prices({ params }: { params: Promise<{ lot_id: string }> }) {
  const { lot_id } = await params
  return (
    <LotPage lot_id={lot_id} path="prices">
      {(lot, settings) => <PricesScreen lot={lot} initial={settings} />}
    </LotPage>
  )
}
