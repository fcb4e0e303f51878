import { listMyMembershipsRoute } from '@openspot/contract/identity/users.ts'
import { LotsScreen } from '@/features/lots/staff/lots-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'
import { fetchPage } from '@/lib/page-api.ts'

export const generateMetadata = titleFrom((t) => t('staff.lots.title'))

export default async function Lots() {
  const memberships = await fetchPage('/lots', listMyMembershipsRoute, {}, 'admin')
  return <LotsScreen initial={memberships.ok ? memberships.data : null} />
}
