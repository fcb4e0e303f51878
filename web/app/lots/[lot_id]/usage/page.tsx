import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { LotUsageScreen } from '@/features/platform/usage/lot-usage-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('usage.lotTitle'))

export default async function LotUsage({ params }: { params: Promise<{ lot_id: string }> }) {
  const { lot_id } = await params
  return (
    <LotPage lot_id={lot_id} path="usage" forAdmins>
      {(lot) => <LotUsageScreen lot={lot} />}
    </LotPage>
  )
}
