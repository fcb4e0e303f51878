import { SignsScreen } from '@/features/lots/signs/signs-screen.tsx'
import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { titleFrom } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('signs.title'))

export default async function Signs({ params }: { params: Promise<{ lot_id: string }> }) {
  const { lot_id } = await params
  return (
    <LotPage lot_id={lot_id} path="signs" forAdmins>
      {(lot) => <SignsScreen lot={lot} />}
    </LotPage>
  )
}
