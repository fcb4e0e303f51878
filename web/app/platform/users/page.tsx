import { listPlatformUsersRoute } from '@openspot/contract/platform/platform.ts'
import { PlatformPage } from '@/features/platform/platform/platform-page.tsx'
import { UsersScreen } from '@/features/platform/platform/users-screen.tsx'
import { titleFrom, translator } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('people.title'))

export default async function Users() {
  const t = await translator()
  return (
    <PlatformPage
      title={t('people.title')}
      path="/platform/users"
      route={listPlatformUsersRoute}
      input={{ query: { limit: 1 } }}
    >
      {() => <UsersScreen />}
    </PlatformPage>
  )
}
