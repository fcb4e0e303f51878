import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { RefundsScreen } from '@/features/money/refunds/refunds-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('refunds.title'))

export default async function Refunds({ params }: { params: Promise<{ lot_id: string }> }) {
  const { lot_id } = await params
  return (
    <LotPage lot_id={lot_id} path="refunds" forAdmins>
      {(lot) => <RefundsScreen lot={lot} />}
    </LotPage>
  )
}
