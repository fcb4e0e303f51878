import { getNotificationSettingsRoute } from '@openspot/contract/platform/notification-settings.ts'
import { NotificationSettingsScreen } from '@/features/platform/notifications/settings/settings-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'
import { fetchPage } from '@/lib/page-api.ts'

export const generateMetadata = titleFrom((t) => t('noticeSettings.title'))

export default async function NotificationSettings() {
  const settings = await fetchPage('/me/notifications/settings', getNotificationSettingsRoute, {})
  return <NotificationSettingsScreen initial={settings.ok ? settings.data : null} />
}
