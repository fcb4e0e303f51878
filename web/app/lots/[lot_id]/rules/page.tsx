import type { Metadata } from 'next'
import { RuleSetsScreen } from '@/features/booking/rule-sets/rule-sets-screen.tsx'
import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { words } from '@/words/index.ts'

export const metadata: Metadata = { title: words.ruleSets.title }

export default async function RuleSets({ params }: { params: Promise<{ lot_id: string }> }) {
  const { lot_id } = await params
  return (
    <LotPage lot_id={lot_id} path="rules">
      {(lot) => <RuleSetsScreen lot={lot} />}
    </LotPage>
  )
}
