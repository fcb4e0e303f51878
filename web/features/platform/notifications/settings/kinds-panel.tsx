import { Checkbox, VisuallyHidden } from '@mantine/core'
import {
  getNotificationSettingsRoute,
  type NotificationSettings,
  patchNotificationSettingsRoute,
} from '@openspot/contract/platform/notification-settings.ts'
import {
  type NoticeChannel,
  type NoticeTopic,
  noticeChannels,
  noticeTopics,
} from '@openspot/core/notifications/enums.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useApiMutation } from '@/lib/use-api.ts'
import { Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import css from './settings.module.css'

type Kind = NotificationSettings['kinds'][number]

/** Every kind by topic, with a checkbox for each channel. Each change is saved at once. */
export function KindsPanel({ settings }: { settings: NotificationSettings }) {
  const t = useTranslations()
  const save = useApiMutation(patchNotificationSettingsRoute, { refresh: [getNotificationSettingsRoute] })
  // What was just chosen is shown before the server answers.
  const [chosen, setChosen] = useState<Record<string, boolean>>({})
  const channels = noticeChannels.filter((channel) => channel !== 'TEXT' || settings.is_text_available)
  const choose = (kind: Kind['kind'], channel: NoticeChannel, is_on: boolean) => {
    const key = `${kind} ${channel}`
    setChosen((former) => ({ ...former, [key]: is_on }))
    save.mutate(
      { body: { changes: [{ kind, channel, is_on }] } },
      { onError: () => setChosen((former) => ({ ...former, [key]: !is_on })) },
    )
  }
  // Those of the platform are only for its administrators.
  const topics = noticeTopics.filter((topic) => settings.kinds.some((one) => one.topic === topic))
  const hasText = settings.text_number?.state === 'ON'
  const topicText = (topic: NoticeTopic) =>
    topic === 'LOT_STAFF' || topic === 'PAYOUTS' || topic === 'HOSTING' || topic === 'PLATFORM'
      ? t(`noticeSettings.topicText.${topic}`)
      : null
  return (
    <Panel title={t('noticeSettings.kindsTitle')} text={t('noticeSettings.kindsText')}>
      {save.error ? <Note tone="bad" title={save.error.message} /> : null}
      <div>
        {topics.map((topic, index) => (
          <details key={topic} className={css.topic} open={index === 0}>
            <summary>{t(`noticeSettings.topics.${topic}`)}</summary>
            {topicText(topic) ? <p>{topicText(topic)}</p> : null}
            <table className={css.kinds}>
              <thead>
                <tr>
                  <th scope="col">
                    <VisuallyHidden>{t('noticeSettings.kind')}</VisuallyHidden>
                  </th>
                  {channels.map((channel) => (
                    <th key={channel} scope="col">
                      {t(`noticeSettings.channels.${channel}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {settings.kinds
                  .filter((one) => one.topic === topic)
                  .map((one) => (
                    <KindRow
                      key={one.kind}
                      one={one}
                      channels={channels}
                      chosen={chosen}
                      hasText={hasText}
                      onChoose={choose}
                    />
                  ))}
              </tbody>
            </table>
          </details>
        ))}
      </div>
    </Panel>
  )
}

function KindRow({
  one,
  channels,
  chosen,
  hasText,
  onChoose,
}: {
  one: Kind
  channels: readonly NoticeChannel[]
  chosen: Readonly<Record<string, boolean>>
  /** Whether texts can reach the person. */
  hasText: boolean
  onChoose: (kind: Kind['kind'], channel: NoticeChannel, is_on: boolean) => void
}) {
  const t = useTranslations()
  const name = t(`noticeSettings.kinds.${one.kind}`)
  return (
    <tr>
      <th scope="row">{name}</th>
      {channels.map((channel) => {
        const state = one.channels.find((each) => each.channel === channel)
        const isAlways = state?.is_always ?? false
        const isOut = channel === 'TEXT' && !hasText
        return (
          <td key={channel}>
            <Checkbox
              classNames={{ root: css.box ?? '' }}
              aria-label={t('noticeSettings.switch', {
                kind: name,
                channel: t(`noticeSettings.channels.${channel}`),
              })}
              title={isAlways ? t('noticeSettings.always') : undefined}
              checked={chosen[`${one.kind} ${channel}`] ?? state?.is_on ?? false}
              disabled={isAlways || isOut}
              onChange={(event) => onChoose(one.kind, channel, event.currentTarget.checked)}
            />
          </td>
        )
      })}
    </tr>
  )
}
