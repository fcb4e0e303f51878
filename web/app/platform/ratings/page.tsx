import { listReportedRatingsRoute } from '@openspot/contract/lots/ratings.ts'
import { PlatformPage } from '@/features/platform/platform/platform-page.tsx'
import { PlatformRatingsScreen } from '@/features/platform/ratings/ratings-screen.tsx'
import { titleFrom, translator } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('ratings.platform.title'))

export default async function PlatformRatings() {
  const t = await translator()
  return (
    <PlatformPage
      title={t('ratings.platform.title')}
      path="/platform/ratings"
      route={listReportedRatingsRoute}
      input={{ query: { limit: 1 } }}
    >
      {() => <PlatformRatingsScreen />}
    </PlatformPage>
  )
}
