import { listPlatformLotsRoute } from '@openspot/contract/platform/lots.ts'
import { PlatformLotsScreen } from '@/features/platform/lots/lots-screen.tsx'
import { PlatformPage } from '@/features/platform/platform/platform-page.tsx'
import { titleFrom, translator } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('people.lotsTitle'))

export default async function PlatformLots() {
  const t = await translator()
  return (
    <PlatformPage
      title={t('people.lotsTitle')}
      path="/platform/lots"
      route={listPlatformLotsRoute}
      input={{ query: { limit: 1 } }}
    >
      {() => <PlatformLotsScreen />}
    </PlatformPage>
  )
}
