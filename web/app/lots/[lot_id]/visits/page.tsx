import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { VisitsScreen } from '@/features/operations/cameras/visits-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('visits.title'))

export default async function Visits({ params }: { params: Promise<{ lot_id: string }> }) {
  const { lot_id } = await params
  return (
    <LotPage lot_id={lot_id} path="visits">
      {(lot) => <VisitsScreen lot={lot} />}
    </LotPage>
  )
}
