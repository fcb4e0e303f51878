import { listPlatformUsersRoute } from '@openspot/contract/platform/platform.ts'
import type { Metadata } from 'next'
import { PlatformPage } from '@/features/platform/platform/platform-page.tsx'
import { UsersScreen } from '@/features/platform/platform/users-screen.tsx'
import { words } from '@/words/index.ts'

export const metadata: Metadata = { title: words.people.title }

export default function Users() {
  return (
    <PlatformPage
      title={words.people.title}
      path="/platform/users"
      route={listPlatformUsersRoute}
      input={{ query: { limit: 1 } }}
    >
      {() => <UsersScreen />}
    </PlatformPage>
  )
}
