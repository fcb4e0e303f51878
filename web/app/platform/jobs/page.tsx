import { listFailedJobsRoute } from '@openspot/contract/platform/jobs.ts'
import type { Metadata } from 'next'
import { JobsScreen } from '@/features/platform/platform/jobs-screen.tsx'
import { PlatformPage } from '@/features/platform/platform/platform-page.tsx'
import { words } from '@/words/index.ts'

const { title } = words.jobs
export const metadata: Metadata = { title }

export default function PlatformJobs() {
  return (
    <PlatformPage
      title={title}
      path="/platform/jobs"
      route={listFailedJobsRoute}
      input={{ query: { limit: 1 } }}
    >
      {() => <JobsScreen />}
    </PlatformPage>
  )
}
