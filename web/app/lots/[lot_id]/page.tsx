import { OverviewScreen } from '@/features/booking/overview/overview-screen.tsx'
import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { titleFrom } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('overview.title'))

export default async function LotOverview({ params }: { params: Promise<{ lot_id: string }> }) {
  const { lot_id } = await params
  return (
    <LotPage lot_id={lot_id} path="">
      {(lot) => <OverviewScreen lot={lot} />}
    </LotPage>
  )
}
