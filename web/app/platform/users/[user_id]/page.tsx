import { getMeRoute } from '@openspot/contract/identity/users.ts'
import { getPlatformUserRoute } from '@openspot/contract/platform/platform.ts'
import { PlatformPage } from '@/features/platform/platform/platform-page.tsx'
import { UserScreen } from '@/features/platform/platform/user-screen.tsx'
import { titleFrom, translator } from '@/lib/messages/server.ts'
import { fetchPage } from '@/lib/page-api.ts'

export const generateMetadata = titleFrom((t) => t('people.title'))

export default async function User({ params }: { params: Promise<{ user_id: string }> }) {
  const t = await translator()
  const { user_id } = await params
  const path = `/platform/users/${user_id}`
  const me = await fetchPage(path, getMeRoute, {}, 'admin')
  return (
    <PlatformPage
      title={t('people.title')}
      path={path}
      route={getPlatformUserRoute}
      input={{ params: { user_id } }}
    >
      {(user) => <UserScreen initial={user} isSelf={me.ok && me.data.id === user.id} />}
    </PlatformPage>
  )
}
