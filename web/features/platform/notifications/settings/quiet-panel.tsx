import { Checkbox, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  getNotificationSettingsRoute,
  type NotificationSettings,
  patchNotificationSettingsRoute,
} from '@openspot/contract/platform/notification-settings.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { useApiMutation } from '@/lib/use-api.ts'
import { GatedButton } from '@/ui/gated-button.tsx'
import { missingText } from '@/ui/missing-text.ts'
import { Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import css from './settings.module.css'

const usual = { from_minute: 22 * 60, until_minute: 7 * 60 }

const clockOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const minutesOf = (clock: string): number | null => {
  const [, hour, minute] = /^(\d\d):(\d\d)$/.exec(clock) ?? []
  return hour === undefined || minute === undefined ? null : Number(hour) * 60 + Number(minute)
}

/** When pushes and texts wait, in the zone of the person. */
export function QuietPanel({ settings }: { settings: NotificationSettings }) {
  const t = useTranslations()
  const { reader_zone } = useClock()
  const { quiet_hours } = settings
  const [isOn, setOn] = useState(quiet_hours !== null)
  const [from, setFrom] = useState(clockOf((quiet_hours ?? usual).from_minute))
  const [until, setUntil] = useState(clockOf((quiet_hours ?? usual).until_minute))
  const time_zone = reader_zone ?? quiet_hours?.time_zone ?? 'UTC'
  const save = useApiMutation(patchNotificationSettingsRoute, { refresh: [getNotificationSettingsRoute] })
  const [from_minute, until_minute] = [minutesOf(from), minutesOf(until)]
  const missing = missingText(t, [
    [t('noticeSettings.quietFrom'), from_minute !== null],
    [t('noticeSettings.quietUntil'), until_minute !== null],
  ])
  const why = isOn ? (missing ?? (from_minute === until_minute ? t('noticeSettings.quietSame') : null)) : null
  return (
    <Panel title={t('noticeSettings.quietTitle')} text={t('noticeSettings.quietText')}>
      <form
        className={css.stack}
        onSubmit={(event) => {
          event.preventDefault()
          const hours =
            isOn && from_minute !== null && until_minute !== null
              ? { from_minute, until_minute, time_zone }
              : null
          save.mutate(
            { body: { quiet_hours: hours } },
            { onSuccess: () => notifications.show({ message: t('noticeSettings.quietSaved') }) },
          )
        }}
      >
        {save.error ? <Note tone="bad" title={save.error.message} /> : null}
        <Checkbox
          label={t('noticeSettings.quietOn')}
          checked={isOn}
          onChange={(event) => setOn(event.currentTarget.checked)}
        />
        {isOn ? (
          <>
            <div className={css.times}>
              <TextInput
                type="time"
                required
                label={t('noticeSettings.quietFrom')}
                value={from}
                onChange={(event) => setFrom(event.currentTarget.value)}
              />
              <TextInput
                type="time"
                required
                label={t('noticeSettings.quietUntil')}
                value={until}
                onChange={(event) => setUntil(event.currentTarget.value)}
              />
            </div>
            <p className={css.quiet}>
              {t('noticeSettings.quietZone', { zone: time_zone.replaceAll('_', ' ') })}
            </p>
          </>
        ) : null}
        <GatedButton type="submit" variant="default" loading={save.isPending} why={why}>
          {t('noticeSettings.saveQuiet')}
        </GatedButton>
      </form>
    </Panel>
  )
}
