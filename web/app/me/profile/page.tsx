import { getMeRoute } from '@openspot/contract/identity/users.ts'
import { ProfileScreen } from '@/features/identity/profile/profile-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'
import { fetchPage } from '@/lib/page-api.ts'
import { ErrorState } from '@/ui/states.tsx'

export const generateMetadata = titleFrom((t) => t('driver.profile'))

export default async function Profile() {
  const me = await fetchPage('/me/profile', getMeRoute, {})
  return me.ok ? <ProfileScreen me={me.data} /> : <ErrorState error={me} />
}
