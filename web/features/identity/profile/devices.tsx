'use client'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  endOtherSessionsRoute,
  endSessionRoute,
  listSessionsRoute,
  type Session,
} from '@openspot/contract/identity/sessions.ts'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { deviceText } from '@/lib/device-text.ts'
import { tag } from '@/lib/messages/tag.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { QueryState } from '@/ui/list-frame.tsx'
import { Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import css from './account.module.css'

/** Active sessions, which the user can end. */
export function DevicesPanel() {
  const t = useTranslations()
  const sessions = useApiQuery(listSessionsRoute, {}, { everySeconds: 60 })
  const refresh = [listSessionsRoute]
  const end = useApiMutation(endSessionRoute, { refresh })
  const endAll = useApiMutation(endOtherSessionsRoute, { refresh })
  const items = sessions.data?.items ?? []
  const refused = end.error ?? endAll.error
  return (
    <Panel
      title={t('account.devicesTitle')}
      text={t('account.devicesText')}
      action={
        items.length > 1 ? (
          <Button
            variant="default"
            size="sm"
            loading={endAll.isPending}
            onClick={() =>
              endAll.mutate(
                {},
                {
                  onSuccess: ({ ended }) =>
                    notifications.show({ message: t('account.ended', { count: ended }) }),
                },
              )
            }
          >
            {t('account.endAll')}
          </Button>
        ) : null
      }
    >
      {refused ? <Note tone="bad" title={refused.message} /> : null}
      <QueryState answer={sessions} rows={2} />
      <ul className={css.list}>
        {items.map((one) => (
          <li key={one.id} className={css.item}>
            <Device session={one} />
            {one.is_this ? null : (
              <Button
                variant="default"
                size="xs"
                aria-label={`${t('account.end')}: ${deviceText(t, one)}`}
                loading={end.isPending && end.variables.params.session_id === one.id}
                onClick={() => end.mutate({ params: { session_id: one.id } })}
              >
                {t('account.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Device({ session }: { session: Session }) {
  const t = useTranslations()
  const { reader_zone = 'UTC' } = useClock()
  return (
    <div>
      <strong>{deviceText(t, session)}</strong>
      {session.is_this ? ` · ${t('account.deviceThis')}` : null}
      <small>
        {t.rich('account.signedIn', {
          method: session.method ?? 'NONE',
          time: tag(<Moment at={session.signed_in_at} zone={reader_zone} inside />),
        })}
        {session.last_seen_at ? (
          <>
            {' · '}
            {t.rich('account.seen', {
              time: tag(<Moment at={session.last_seen_at} zone={reader_zone} inside />),
            })}
          </>
        ) : null}
      </small>
    </div>
  )
}
