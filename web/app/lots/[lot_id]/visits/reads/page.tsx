import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { ReadsScreen } from '@/features/operations/cameras/reads-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('visits.readsTitle'))

export default async function Reads({ params }: { params: Promise<{ lot_id: string }> }) {
  const { lot_id } = await params
  return (
    <LotPage lot_id={lot_id} path="visits/reads">
      {(lot) => <ReadsScreen lot={lot} />}
    </LotPage>
  )
}
