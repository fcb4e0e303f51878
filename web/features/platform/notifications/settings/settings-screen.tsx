'use client'
import {
  getNotificationSettingsRoute,
  type NotificationSettings,
} from '@openspot/contract/platform/notification-settings.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { useApiQuery } from '@/lib/use-api.ts'
import { QueryState } from '@/ui/list-frame.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { KindsPanel } from './kinds-panel.tsx'
import { PushPanel } from './push-panel.tsx'
import { QuietPanel } from './quiet-panel.tsx'
import css from './settings.module.css'
import { TextPanel } from './text-panel.tsx'

/** How the person is notified: devices, a number for texts, quiet hours, and each kind in each channel. */
export function NotificationSettingsScreen({ initial }: { initial: NotificationSettings | null }) {
  const t = useTranslations()
  const answer = useApiQuery(getNotificationSettingsRoute, {}, { initialData: initial ?? undefined })
  return (
    <>
      <PageHead
        back={<Link href="/me/notifications">{t('notifications.title')}</Link>}
        title={t('noticeSettings.title')}
        text={t('noticeSettings.text')}
      />
      <QueryState answer={answer} />
      {answer.data ? (
        <div className={css.screen}>
          <PushPanel settings={answer.data} />
          <TextPanel settings={answer.data} />
          <QuietPanel settings={answer.data} />
          <KindsPanel settings={answer.data} />
        </div>
      ) : null}
    </>
  )
}
