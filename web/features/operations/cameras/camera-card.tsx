import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  type Camera,
  deleteCameraRoute,
  listCamerasRoute,
  rotateCameraRoute,
} from '@openspot/contract/operations/cameras.ts'
import { plateOpensSeconds } from '@openspot/core/cameras/limits.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { Buttons, Facts, Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import { StatusWord } from '@/ui/status-word.tsx'
import { Moment } from '@/ui/time.tsx'
import { FailuresDialog } from './failures-dialog.tsx'

/** One camera: its health, and what admins can do with it. */
export function CameraCard({
  lot,
  camera,
  mayChange,
  onEdit,
  onAddress,
}: {
  lot: ConsoleLot
  camera: Camera
  mayChange: boolean
  onEdit: () => void
  onAddress: (shown: { name: string; address: string }) => void
}) {
  const t = useTranslations()
  const { now } = useClock()
  const { name } = camera
  const params = { lot_id: lot.id, camera_id: camera.id }
  const [dialog, setDialog] = useState<'rotate' | 'delete' | 'failures' | null>(null)
  const refresh = [listCamerasRoute]
  const rotate = useApiMutation(rotateCameraRoute, { client: 'admin', refresh })
  const remove = useApiMutation(deleteCameraRoute, { client: 'admin', refresh })
  const at = (instant: string | null) => (instant ? <Moment at={instant} zone={lot.time_zone} /> : null)
  const seconds = Math.round((camera.delay_ms ?? 0) / 1000)
  const wasDropped =
    camera.dropped_at !== null && Date.parse(now) - Date.parse(camera.dropped_at) < 86_400_000
  return (
    <Panel title={name} text={<Health camera={camera} />}>
      {seconds >= plateOpensSeconds && camera.gate_id !== null ? (
        <Note tone="bad" title={t('cameras.health.slow', { seconds })} />
      ) : null}
      {wasDropped ? <Note tone="bad" title={t('cameras.health.dropped')} /> : null}
      <Facts
        items={[
          [t('cameras.fields.kind'), t(`cameras.kinds.${camera.kind}`)],
          [t('cameras.fields.direction'), t(`cameras.directions.${camera.direction}`)],
          [t('cameras.fields.gate'), camera.gate_name],
          [t('cameras.health.last'), at(camera.event_at)],
          [t('cameras.health.lastRead'), at(camera.read_at)],
          [t('cameras.health.reads'), camera.event_at === null ? null : camera.reads_today],
          [t('cameras.health.previous'), at(camera.previous_until)],
        ]}
      />
      <Buttons>
        {lot.is_admin && camera.failures_today > 0 ? (
          <Button
            variant="default"
            size="sm"
            aria-label={t('cameras.failures.buttonOf', { name })}
            onClick={() => setDialog('failures')}
          >
            {t('cameras.failures.button', { count: camera.failures_today })}
          </Button>
        ) : null}
        {mayChange ? (
          <>
            <Button variant="default" size="sm" aria-label={t('cameras.editOf', { name })} onClick={onEdit}>
              {t('cameras.edit')}
            </Button>
            <Button
              variant="default"
              size="sm"
              aria-label={t('cameras.rotateOf', { name })}
              onClick={() => setDialog('rotate')}
            >
              {t('cameras.rotate')}
            </Button>
            <Button
              variant="default"
              size="sm"
              aria-label={t('cameras.deleteOf', { name })}
              onClick={() => setDialog('delete')}
            >
              {t('cameras.delete')}
            </Button>
          </>
        ) : null}
      </Buttons>
      <ConfirmDialog
        opened={dialog === 'rotate'}
        title={t('cameras.rotateOf', { name })}
        text={t('cameras.rotateText')}
        yes={t('cameras.rotate')}
        no={t('common.cancel')}
        isBusy={rotate.isPending}
        error={rotate.error}
        onYes={() =>
          rotate.mutate(
            { params, body: {} },
            {
              onSuccess: ({ address }) => {
                setDialog(null)
                onAddress({ name, address })
              },
            },
          )
        }
        onClose={() => setDialog(null)}
      />
      <ConfirmDialog
        opened={dialog === 'delete'}
        title={t('cameras.deleteTitle', { name })}
        text={t('cameras.deleteText')}
        yes={t('cameras.delete')}
        no={t('cameras.keep')}
        isBusy={remove.isPending}
        error={remove.error}
        onYes={() =>
          remove.mutate(
            { params },
            { onSuccess: () => notifications.show({ message: t('cameras.deleted') }) },
          )
        }
        onClose={() => setDialog(null)}
      />
      {dialog === 'failures' ? (
        <FailuresDialog lot={lot} camera={camera} onClose={() => setDialog(null)} />
      ) : null}
    </Panel>
  )
}

function Health({ camera }: { camera: Camera }) {
  const t = useTranslations()
  if (!camera.is_active) return <StatusWord tone="ahead">{t('cameras.health.inactive')}</StatusWord>
  if (camera.is_silent) return <StatusWord tone="bad">{t('cameras.health.silent')}</StatusWord>
  if (camera.event_at === null) return <StatusWord tone="ahead">{t('cameras.health.never')}</StatusWord>
  return <StatusWord tone="done">{t('cameras.health.active')}</StatusWord>
}
