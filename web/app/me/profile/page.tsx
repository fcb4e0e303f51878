import { getMeRoute } from '@openspot/contract/identity/users.ts'
import type { Metadata } from 'next'
import { ProfileScreen } from '@/features/identity/profile/profile-screen.tsx'
import { fetchPage } from '@/lib/page-api.ts'
import { ErrorState } from '@/ui/states.tsx'
import { words } from '@/words/index.ts'

export const metadata: Metadata = { title: words.driver.profile }

export default async function Profile() {
  const me = await fetchPage('/me/profile', getMeRoute, {})
  return me.ok ? <ProfileScreen me={me.data} /> : <ErrorState error={me} />
}
