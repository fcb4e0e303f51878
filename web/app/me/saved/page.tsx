import { listSavedLotsRoute } from '@openspot/contract/people/saved-lots.ts'
import { SavedLotsScreen } from '@/features/people/saved-lots/saved-lots-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'
import { fetchPage } from '@/lib/page-api.ts'

export const generateMetadata = titleFrom((t) => t('savedLots.title'))

export default async function SavedLots() {
  const saved = await fetchPage('/me/saved', listSavedLotsRoute, {})
  return <SavedLotsScreen initial={saved.ok ? saved.data : null} />
}
