import { SettingsScreen } from '@/features/lots/lot-settings/settings-screen.tsx'
import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { titleFrom } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('lotSettings.title'))

export default async function Settings({ params }: { params: Promise<{ lot_id: string }> }) {
  const { lot_id } = await params
  return (
    <LotPage lot_id={lot_id} path="settings" forAdmins>
      {(lot, settings) => <SettingsScreen lot={lot} initial={settings} />}
    </LotPage>
  )
}
