import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { listMonitorSpotsRoute } from '@openspot/contract/booking/monitor.ts'
import {
  listDeletedSpotsRoute,
  listLotSpotsRoute,
  RESTORE_MINUTES,
  restoreSpotsRoute,
} from '@openspot/contract/lots/lot-spots.ts'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import css from './spots-screen.module.css'

const refresh = [listDeletedSpotsRoute, listMonitorSpotsRoute, listLotSpotsRoute]

/** The spots that were deleted lately and can be restored, also after the page was left. Nothing if there are none. */
export function DeletedSpots({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  const params = { lot_id: lot.id }
  const answer = useApiQuery(listDeletedSpotsRoute, { params }, { client: 'admin', everySeconds: 60 })
  const restore = useApiMutation(restoreSpotsRoute, { client: 'admin', refresh })
  const { items = [], total = 0 } = answer.data ?? {}
  if (items.length === 0) return null
  const bring = (spot_ids: string[]) =>
    restore.mutate(
      { params, body: { spot_ids } },
      {
        onSuccess: () =>
          notifications.show({ message: t('lotSpots.deleted.done', { count: spot_ids.length }) }),
      },
    )
  return (
    <Panel
      title={t('lotSpots.deleted.title', { count: total })}
      text={t('lotSpots.deleted.text', { minutes: RESTORE_MINUTES })}
      action={
        items.length > 1 ? (
          <Button
            variant="default"
            size="sm"
            loading={restore.isPending}
            onClick={() => bring(items.map(({ id }) => id))}
          >
            {t('lotSpots.deleted.all', { count: items.length })}
          </Button>
        ) : null
      }
    >
      {restore.error ? <Note tone="bad" title={restore.error.message} /> : null}
      <ul className={css.deleted}>
        {items.map(({ id, label, deleted_at }) => (
          <li key={id}>
            <span>
              <strong>{label}</strong> <Moment at={deleted_at} zone={lot.time_zone} />
            </span>
            <Button
              variant="default"
              size="xs"
              aria-label={t('lotSpots.deleted.restoreOf', { label })}
              disabled={restore.isPending}
              onClick={() => bring([id])}
            >
              {t('lotSpots.deleted.restore')}
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
