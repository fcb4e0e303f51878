import { NewLotScreen } from '@/features/lots/lot-settings/new-lot-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('lotSettings.add.title'))

export default function NewLot() {
  return <NewLotScreen />
}
