import { listMyMembershipsRoute } from '@openspot/contract/identity/users.ts'
import type { Metadata } from 'next'
import { LotsScreen } from '@/features/lots/staff/lots-screen.tsx'
import { fetchPage } from '@/lib/page-api.ts'
import { words } from '@/words/index.ts'

export const metadata: Metadata = { title: words.staff.lots.title }

export default async function Lots() {
  const memberships = await fetchPage('/lots', listMyMembershipsRoute, {}, 'admin')
  return <LotsScreen initial={memberships.ok ? memberships.data : null} />
}
