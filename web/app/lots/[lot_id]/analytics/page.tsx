import { LotFiguresScreen } from '@/features/booking/lot-figures/lot-figures-screen.tsx'
import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { titleFrom } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('lotFigures.title'))

export default async function LotAnalytics({ params }: { params: Promise<{ lot_id: string }> }) {
  const { lot_id } = await params
  return (
    <LotPage lot_id={lot_id} path="analytics" forAdmins>
      {(lot) => <LotFiguresScreen lot={lot} />}
    </LotPage>
  )
}
