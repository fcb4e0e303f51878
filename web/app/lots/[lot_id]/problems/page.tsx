import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { ProblemsScreen } from '@/features/operations/problems/problems-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('problems.title'))

export default async function Problems({ params }: { params: Promise<{ lot_id: string }> }) {
  const { lot_id } = await params
  return (
    <LotPage lot_id={lot_id} path="problems">
      {(lot) => <ProblemsScreen lot={lot} />}
    </LotPage>
  )
}
