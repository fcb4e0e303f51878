import { getPlatformOverviewRoute } from '@openspot/contract/platform/jobs.ts'
import { OverviewScreen } from '@/features/platform/platform/overview-screen.tsx'
import { PlatformPage } from '@/features/platform/platform/platform-page.tsx'
import { titleFrom, translator } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('jobs.overview.title'))

export default async function PlatformOverview() {
  const t = await translator()
  return (
    <PlatformPage
      title={t('jobs.overview.title')}
      path="/platform"
      route={getPlatformOverviewRoute}
      input={{}}
    >
      {(overview) => <OverviewScreen first={overview} />}
    </PlatformPage>
  )
}
