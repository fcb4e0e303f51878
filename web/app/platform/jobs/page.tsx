import { listFailedJobsRoute } from '@openspot/contract/platform/jobs.ts'
import { JobsScreen } from '@/features/platform/platform/jobs-screen.tsx'
import { PlatformPage } from '@/features/platform/platform/platform-page.tsx'
import { titleFrom, translator } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('jobs.title'))

export default async function PlatformJobs() {
  const t = await translator()
  return (
    <PlatformPage
      title={t('jobs.title')}
      path="/platform/jobs"
      route={listFailedJobsRoute}
      input={{ query: { limit: 1 } }}
    >
      {() => <JobsScreen />}
    </PlatformPage>
  )
}
