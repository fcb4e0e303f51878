import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  deletePushDeviceRoute,
  getNotificationSettingsRoute,
  getPushRoute,
  type PushDevice,
  testPushDeviceRoute,
} from '@openspot/contract/platform/notification-settings.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { callApi } from '@/lib/api.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import { deviceText } from '@/lib/device-text.ts'
import { tag } from '@/lib/messages/tag.ts'
import { reloadQueries } from '@/lib/reload-queries.ts'
import { Note } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import css from './settings.module.css'

/** The devices that get pushes. Removing this browser also ends its subscription. */
export function PushDevices({
  devices,
  onRemoveOwn,
}: {
  devices: readonly PushDevice[]
  onRemoveOwn: (() => Promise<unknown>) | null
}) {
  const t = useTranslations()
  const queries = useQueryClient()
  const reload = () => reloadQueries(queries, [getNotificationSettingsRoute])
  const remove = useMutation({
    mutationFn: ({ id, is_current, kind }: PushDevice) =>
      is_current && kind === 'WEB_PUSH' && onRemoveOwn !== null
        ? onRemoveOwn()
        : callApi(deletePushDeviceRoute, { params: { push_device_id: id } }),
    onSettled: reload,
  })
  const sendTest = useTest(reload)
  if (devices.length === 0) return <p className={css.quiet}>{t('noticeSettings.noDevices')}</p>
  const refused = remove.error ?? sendTest.error
  return (
    <>
      {refused ? <Note tone="bad" title={refused.message} /> : null}
      <ul className={css.devices} aria-label={t('noticeSettings.devices')}>
        {devices.map((device) => {
          const name = nameOf(t, device)
          return (
            <li key={device.id} className={css.device}>
              <Device device={device} name={name} />
              <div className={css.acts}>
                <Button
                  variant="default"
                  size="xs"
                  aria-label={t('noticeSettings.sendTestTo', { device: name })}
                  loading={sendTest.isPending && sendTest.variables === device.id}
                  onClick={() => sendTest.mutate(device.id)}
                >
                  {t('noticeSettings.sendTest')}
                </Button>
                <Button
                  variant="default"
                  size="xs"
                  aria-label={t('noticeSettings.removeDevice', { device: name })}
                  loading={remove.isPending && remove.variables.id === device.id}
                  onClick={() => remove.mutate(device)}
                >
                  {t('noticeSettings.remove')}
                </Button>
              </div>
            </li>
          )
        })}
      </ul>
    </>
  )
}

function nameOf(t: Parameters<typeof deviceText>[0], { name, kind, user_agent }: PushDevice): string {
  return name ?? deviceText(t, { user_agent, client_kind: kind === 'FCM' ? 'app' : 'web' })
}

function Device({ device, name }: { device: PushDevice; name: string }) {
  const t = useTranslations()
  const { reader_zone = 'UTC' } = useClock()
  const { is_current, is_failing, last_sent_at } = device
  return (
    <div>
      <strong>{name}</strong>
      {is_current ? ` · ${t('noticeSettings.thisDevice')}` : null}
      <small>
        {is_failing
          ? t('noticeSettings.failing')
          : last_sent_at === null
            ? t('noticeSettings.neverSent')
            : t.rich('noticeSettings.lastSent', {
                time: tag(<Moment at={last_sent_at} zone={reader_zone} inside />),
              })}
      </small>
    </div>
  )
}

const tries = 10
const pauseMs = 1_000

/** Sends a test notification, and says what became of it within some seconds. */
function useTest(onEnd: () => unknown) {
  const t = useTranslations()
  return useMutation({
    mutationFn: async (push_device_id: string) => {
      const { push_id } = await callApi(testPushDeviceRoute, { params: { push_device_id } })
      for (let n = 0; n < tries; n++) {
        const { state } = await callApi(getPushRoute, { params: { push_device_id, push_id } })
        if (state !== 'WAITING') return state
        await new Promise((done) => setTimeout(done, pauseMs))
      }
      return 'WAITING' as const
    },
    onSuccess: (state) => {
      if (state === 'SENT' || state === 'DELIVERED')
        notifications.show({ message: t('noticeSettings.testSent') })
      else if (state === 'WAITING') notifications.show({ message: t('noticeSettings.testWaits') })
      else if (state === 'DROPPED')
        notifications.show({ color: 'red', message: t('noticeSettings.testGone') })
      else notifications.show({ color: 'red', message: t('noticeSettings.testFailed') })
    },
    onSettled: onEnd,
  })
}
