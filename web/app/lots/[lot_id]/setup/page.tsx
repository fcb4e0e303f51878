import { SetupScreen } from '@/features/lots/setup/setup-screen.tsx'
import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { titleFrom } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('lotSetup.title'))

export default async function Setup({ params }: { params: Promise<{ lot_id: string }> }) {
  const { lot_id } = await params
  return (
    <LotPage lot_id={lot_id} path="setup" forAdmins>
      {(lot) => <SetupScreen lot={lot} />}
    </LotPage>
  )
}
