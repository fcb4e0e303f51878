import { listNotificationsRoute } from '@openspot/contract/platform/notifications.ts'
import type { Metadata } from 'next'
import { NotificationsScreen } from '@/features/platform/notifications/notifications-screen.tsx'
import { fetchPage } from '@/lib/page-api.ts'
import { words } from '@/words/index.ts'

export const metadata: Metadata = { title: words.notifications.title }

export default async function Notifications() {
  const told = await fetchPage('/me/notifications', listNotificationsRoute, { query: { limit: 20 } })
  return <NotificationsScreen initial={told.ok ? told.data : null} />
}
