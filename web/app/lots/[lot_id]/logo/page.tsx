import { LogoScreen } from '@/features/lots/logo/logo-screen.tsx'
import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { titleFrom } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('logo.title'))

export default async function Logo({ params }: { params: Promise<{ lot_id: string }> }) {
  const { lot_id } = await params
  return (
    <LotPage lot_id={lot_id} path="logo" forAdmins>
      {(lot) => <LogoScreen lot={lot} />}
    </LotPage>
  )
}
