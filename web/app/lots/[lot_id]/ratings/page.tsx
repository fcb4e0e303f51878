import { RatingsScreen } from '@/features/lots/ratings/ratings-screen.tsx'
import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { titleFrom } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('ratings.staff.title'))

export default async function Ratings({ params }: { params: Promise<{ lot_id: string }> }) {
  const { lot_id } = await params
  return (
    <LotPage lot_id={lot_id} path="ratings" forAdmins>
      {(lot) => <RatingsScreen lot={lot} />}
    </LotPage>
  )
}
