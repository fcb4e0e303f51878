import { listNotificationsRoute } from '@openspot/contract/platform/notifications.ts'
import { NotificationsScreen } from '@/features/platform/notifications/notifications-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'
import { fetchPage } from '@/lib/page-api.ts'

export const generateMetadata = titleFrom((t) => t('notifications.title'))

export default async function Notifications() {
  const told = await fetchPage('/me/notifications', listNotificationsRoute, { query: { limit: 20 } })
  return <NotificationsScreen initial={told.ok ? told.data : null} />
}
