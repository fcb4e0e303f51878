import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { LotCarsScreen } from '@/features/people/lot-cars/lot-cars-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('lotCars.title'))

export default async function Cars({ params }: { params: Promise<{ lot_id: string }> }) {
  const { lot_id } = await params
  return (
    <LotPage lot_id={lot_id} path="cars">
      {(lot) => <LotCarsScreen lot={lot} />}
    </LotPage>
  )
}
