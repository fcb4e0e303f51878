import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { GatesScreen } from '@/features/operations/gates/gates-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('gates.title'))

export default async function Gates({ params }: { params: Promise<{ lot_id: string }> }) {
  const { lot_id } = await params
  return (
    <LotPage lot_id={lot_id} path="gates">
      {(lot) => <GatesScreen lot={lot} />}
    </LotPage>
  )
}
