import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { FinesScreen } from '@/features/operations/fines/fines-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('fines.mine.title'))

export default async function Fines({ params }: { params: Promise<{ lot_id: string }> }) {
  const { lot_id } = await params
  return (
    <LotPage lot_id={lot_id} path="fines">
      {(lot) => <FinesScreen lot={lot} />}
    </LotPage>
  )
}
