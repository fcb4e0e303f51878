import { listMyMembershipsRoute } from '@openspot/contract/identity/users.ts'
import { MyLotsScreen } from '@/features/people/my-lots/my-lots-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'
import { fetchPage } from '@/lib/page-api.ts'

export const generateMetadata = titleFrom((t) => t('myLots.title'))

export default async function MyLots() {
  const lots = await fetchPage('/me/lots', listMyMembershipsRoute, {})
  return <MyLotsScreen initial={lots.ok ? lots.data : null} />
}
