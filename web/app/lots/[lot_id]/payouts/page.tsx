import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { LotPayoutsScreen } from '@/features/money/payouts/lot-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('payouts.title'))

export default async function LotPayouts({ params }: { params: Promise<{ lot_id: string }> }) {
  const { lot_id } = await params
  return (
    <LotPage lot_id={lot_id} path="payouts" forAdmins>
      {(lot, { role }) => (
        <LotPayoutsScreen
          lot={lot}
          seer={role === 'SUPER_ADMIN' ? 'owner' : role === 'ADMIN' ? 'admin' : 'platform'}
        />
      )}
    </LotPage>
  )
}
