import { getLotDraftRoute } from '@openspot/contract/lots/lot-drafts.ts'
import { NewLotScreen } from '@/features/lots/lot-settings/new-lot-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'
import { fetchPage } from '@/lib/page-api.ts'

export const generateMetadata = titleFrom((t) => t('lotSettings.add.title'))

export default async function NewLot() {
  // Who starts from nothing has no account yet.
  const saved = await fetchPage('/lots/new', getLotDraftRoute, {}, 'admin', '/sign-up')
  return <NewLotScreen saved={saved.ok ? saved.data.draft : null} />
}
