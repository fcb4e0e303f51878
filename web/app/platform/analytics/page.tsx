import { getPlatformUsageRoute } from '@openspot/contract/platform/analytics.ts'
import { PlatformPage } from '@/features/platform/platform/platform-page.tsx'
import { PlatformUsageScreen } from '@/features/platform/usage/platform-usage-screen.tsx'
import { titleFrom, translator } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('usage.title'))

export default async function PlatformAnalytics() {
  const t = await translator()
  return (
    <PlatformPage
      title={t('usage.title')}
      path="/platform/analytics"
      route={getPlatformUsageRoute}
      input={{ query: {} }}
    >
      {(first) => <PlatformUsageScreen first={first} />}
    </PlatformPage>
  )
}
