import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { ResidentsScreen } from '@/features/people/residents/residents-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('residents.title'))

export default async function Residents({ params }: { params: Promise<{ lot_id: string }> }) {
  const { lot_id } = await params
  return (
    <LotPage lot_id={lot_id} path="residents" forAdmins>
      {(lot) => <ResidentsScreen lot={lot} />}
    </LotPage>
  )
}
