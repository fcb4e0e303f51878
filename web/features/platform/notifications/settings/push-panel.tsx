import { Button } from '@mantine/core'
import {
  createPushDeviceRoute,
  deletePushDeviceRoute,
  getNotificationSettingsRoute,
  type NotificationSettings,
} from '@openspot/contract/platform/notification-settings.ts'
import { useMutation } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { callApi } from '@/lib/api.ts'
import { canPush, subscribe, unsubscribe } from '@/lib/push.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import { PushDevices } from './push-devices.tsx'
import css from './settings.module.css'

/** Browsers don't tell when they change. */
const unheard = () => () => undefined

const ability = (): 'YES' | 'NO' | 'DENIED' =>
  canPush() ? (Notification.permission === 'denied' ? 'DENIED' : 'YES') : 'NO'

/** Turns pushes on or off in this browser, and lists the devices that get them. */
export function PushPanel({ settings }: { settings: NotificationSettings }) {
  const t = useTranslations()
  // Read again with each render, so also after the person was asked. The server doesn't know.
  const able = useSyncExternalStore(unheard, ability, () => 'UNKNOWN')
  const own = settings.devices.find((device) => device.is_current && device.kind === 'WEB_PUSH')
  const refresh = { refresh: [getNotificationSettingsRoute] }
  const create = useApiMutation(createPushDeviceRoute, refresh)
  const remove = useApiMutation(deletePushDeviceRoute, refresh)
  const turnOn = useMutation({
    mutationFn: async (key: string) => {
      const subscription = await subscribe(key)
      if (subscription !== null) await create.mutateAsync({ body: { kind: 'WEB_PUSH', ...subscription } })
    },
  })
  const turnOff = useMutation({
    mutationFn: async (push_device_id: string) => {
      await callApi(deletePushDeviceRoute, { params: { push_device_id } })
      await unsubscribe()
    },
    onSettled: () => remove.reset(),
  })
  const { push_key } = settings
  return (
    <Panel title={t('noticeSettings.pushTitle')} text={t('noticeSettings.pushText')}>
      <div className={css.stack}>
        {turnOn.error ? (
          <Note tone="bad" title={create.error?.message ?? t('noticeSettings.failed')} />
        ) : null}
        {able === 'NO' ? <Note title={t('noticeSettings.unsupported')} /> : null}
        {able === 'DENIED' ? <Note tone="mark" title={t('noticeSettings.denied')} /> : null}
        {push_key === null ? <Note title={t('noticeSettings.unavailable')} /> : null}
        {own ? <p>{t('noticeSettings.onHere')}</p> : null}
        {able === 'YES' && push_key !== null && !own ? (
          <Button loading={turnOn.isPending} onClick={() => turnOn.mutate(push_key)}>
            {t('noticeSettings.turnOn')}
          </Button>
        ) : null}
        <PushDevices
          devices={settings.devices}
          onRemoveOwn={own ? () => turnOff.mutateAsync(own.id) : null}
        />
      </div>
    </Panel>
  )
}
