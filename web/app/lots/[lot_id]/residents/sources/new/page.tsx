import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { ConnectScreen } from '@/features/people/residents/connect-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('residents.new.title'))

export default async function NewDataSource({ params }: { params: Promise<{ lot_id: string }> }) {
  const { lot_id } = await params
  return (
    <LotPage lot_id={lot_id} path="residents/sources/new" forAdmins>
      {(lot) => <ConnectScreen lot={lot} />}
    </LotPage>
  )
}
