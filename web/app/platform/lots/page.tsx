import { listPlatformLotsRoute } from '@openspot/contract/platform/platform.ts'
import type { Metadata } from 'next'
import { PlatformLotsScreen } from '@/features/platform/platform/lots-screen.tsx'
import { PlatformPage } from '@/features/platform/platform/platform-page.tsx'
import { words } from '@/words/index.ts'

export const metadata: Metadata = { title: words.people.lotsTitle }

export default function PlatformLots() {
  return (
    <PlatformPage
      title={words.people.lotsTitle}
      path="/platform/lots"
      route={listPlatformLotsRoute}
      input={{ query: { limit: 1 } }}
    >
      {() => <PlatformLotsScreen />}
    </PlatformPage>
  )
}
