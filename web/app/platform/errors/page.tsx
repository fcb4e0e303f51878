import { getErrorMonitoringRoute } from '@openspot/contract/platform/error-monitoring.ts'
import { ErrorsScreen } from '@/features/platform/errors/errors-screen.tsx'
import { PlatformPage } from '@/features/platform/platform/platform-page.tsx'
import { titleFrom, translator } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('errorMonitoring.title'))

export default async function PlatformErrors() {
  const t = await translator()
  return (
    <PlatformPage
      title={t('errorMonitoring.title')}
      path="/platform/errors"
      route={getErrorMonitoringRoute}
      input={{}}
    >
      {(first) => <ErrorsScreen first={first} />}
    </PlatformPage>
  )
}
