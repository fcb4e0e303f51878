import { getErrorGroupRoute, getErrorMonitoringRoute } from '@openspot/contract/platform/error-monitoring.ts'
import { ErrorScreen } from '@/features/platform/errors/error-screen.tsx'
import { PlatformPage } from '@/features/platform/platform/platform-page.tsx'
import { titleFrom, translator } from '@/lib/messages/server.ts'
import { fetchPage } from '@/lib/page-api.ts'

export const generateMetadata = titleFrom((t) => t('errorMonitoring.title'))

export default async function PlatformError({ params }: { params: Promise<{ error_group_id: string }> }) {
  const t = await translator()
  const { error_group_id } = await params
  const path = `/platform/errors/${error_group_id}`
  const overview = await fetchPage(path, getErrorMonitoringRoute, {}, 'admin')
  return (
    <PlatformPage
      title={t('errorMonitoring.title')}
      path={path}
      route={getErrorGroupRoute}
      input={{ params: { error_group_id } }}
    >
      {(group) => <ErrorScreen first={group} assignees={overview.ok ? overview.data.assignees : []} />}
    </PlatformPage>
  )
}
