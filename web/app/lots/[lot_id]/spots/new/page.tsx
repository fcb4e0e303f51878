import { AddSpotsScreen } from '@/features/lots/spots/add/add-spots-screen.tsx'
import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { titleFrom } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('lotSpots.title'))

export default async function AddSpots({ params }: { params: Promise<{ lot_id: string }> }) {
  const { lot_id } = await params
  return (
    <LotPage lot_id={lot_id} path="spots/new" forAdmins>
      {(lot) => <AddSpotsScreen lot={lot} />}
    </LotPage>
  )
}
