import { RuleSetScreen } from '@/features/booking/rule-sets/rule-set-screen.tsx'
import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { titleFrom } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('ruleSets.new'))

export default async function NewRuleSet({ params }: { params: Promise<{ lot_id: string }> }) {
  const { lot_id } = await params
  return (
    <LotPage lot_id={lot_id} path="rules/new" forAdmins>
      {(lot) => <RuleSetScreen lot={lot} initial={null} />}
    </LotPage>
  )
}
