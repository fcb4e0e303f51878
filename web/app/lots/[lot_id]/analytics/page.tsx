import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { LotUsageScreen } from '@/features/platform/usage/lot-usage-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('usage.title'))

export default async function LotAnalytics({ params }: { params: Promise<{ lot_id: string }> }) {
  const { lot_id } = await params
  return (
    <LotPage lot_id={lot_id} path="analytics" forAdmins>
      {(lot) => <LotUsageScreen lot={lot} />}
    </LotPage>
  )
}
