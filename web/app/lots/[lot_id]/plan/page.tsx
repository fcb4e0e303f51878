import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { PlanScreen } from '@/features/money/plan/plan-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('plan.title'))

export default async function Plan({ params }: { params: Promise<{ lot_id: string }> }) {
  const { lot_id } = await params
  return (
    <LotPage lot_id={lot_id} path="plan" forAdmins>
      {(lot, { role }) => <PlanScreen lot={lot} isPlatform={role === null} />}
    </LotPage>
  )
}
