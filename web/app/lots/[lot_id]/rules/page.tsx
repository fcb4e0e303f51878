import { RuleSetsScreen } from '@/features/booking/rule-sets/rule-sets-screen.tsx'
import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { titleFrom } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('ruleSets.title'))

export default async function RuleSets({ params }: { params: Promise<{ lot_id: string }> }) {
  const { lot_id } = await params
  return (
    <LotPage lot_id={lot_id} path="rules">
      {(lot) => <RuleSetsScreen lot={lot} />}
    </LotPage>
  )
}
