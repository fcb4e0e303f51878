import { getPlatformOverviewRoute } from '@openspot/contract/platform/jobs.ts'
import type { Metadata } from 'next'
import { OverviewScreen } from '@/features/platform/platform/overview-screen.tsx'
import { PlatformPage } from '@/features/platform/platform/platform-page.tsx'
import { words } from '@/words/index.ts'

const { title } = words.jobs.overview
export const metadata: Metadata = { title }

export default function PlatformOverview() {
  return (
    <PlatformPage title={title} path="/platform" route={getPlatformOverviewRoute} input={{}}>
      {(overview) => <OverviewScreen first={overview} />}
    </PlatformPage>
  )
}
