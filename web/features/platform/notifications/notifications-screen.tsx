'use client'
import { Button } from '@mantine/core'
import type { Output } from '@openspot/contract/call.ts'
import {
  listNotificationsRoute,
  type Notification,
  readNotificationsRoute,
} from '@openspot/contract/platform/notifications.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { callApi } from '@/lib/api.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import { keyOf, useApiMutation } from '@/lib/use-api.ts'
import { QueryState } from '@/ui/list-frame.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Buttons } from '@/ui/panel.tsx'
import { EmptyState, Note } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import { notificationPath } from './notification-path.ts'
import css from './notifications.module.css'

/** The person's notifications, newest first. */
export function NotificationsScreen({ initial }: { initial: Output<typeof listNotificationsRoute> | null }) {
  const t = useTranslations()
  const read = useApiMutation(readNotificationsRoute, { refresh: [listNotificationsRoute] })
  const told = useInfiniteQuery({
    queryKey: keyOf(listNotificationsRoute, 'all'),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      callApi(
        listNotificationsRoute,
        { query: { limit: 20, ...(pageParam ? { cursor: pageParam } : {}) } },
        { signal },
      ),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    refetchInterval: 60_000,
    ...(initial ? { initialData: { pages: [initial], pageParams: [undefined] } } : {}),
  })
  const items = told.data?.pages.flatMap((page) => page.items) ?? []
  const unread = told.data?.pages[0]?.unread ?? 0
  return (
    <>
      <PageHead
        title={t('notifications.title')}
        text={items.length > 0 ? t('notifications.unread', { count: unread }) : null}
        action={
          <Buttons>
            {unread > 0 ? (
              <Button variant="default" loading={read.isPending} onClick={() => read.mutate({})}>
                {t('notifications.markRead')}
              </Button>
            ) : null}
            <Button component={Link} variant="default" href="/me/notifications/settings">
              {t('notifications.settings')}
            </Button>
          </Buttons>
        }
      />
      {read.error ? <Note tone="bad" title={read.error.message} /> : null}
      <QueryState answer={told} rows={4} />
      {told.data && items.length === 0 ? (
        <EmptyState title={t('notifications.emptyTitle')} text={t('notifications.emptyText')} />
      ) : null}
      <ul className={css.list}>
        {items.map((one) => (
          <Told key={one.id} one={one} />
        ))}
      </ul>
      {told.hasNextPage ? (
        <Button
          className={css.more}
          variant="default"
          fullWidth
          loading={told.isFetchingNextPage}
          onClick={() => void told.fetchNextPage()}
        >
          {t('notifications.more')}
        </Button>
      ) : null}
    </>
  )
}

function Told({ one }: { one: Notification }) {
  const t = useTranslations()
  const { reader_zone } = useClock()
  const isNew = one.read_at === null
  const to = one.path ?? notificationPath(one)
  return (
    <li className={css.told} data-new={isNew || undefined}>
      <div className={css.top}>
        <h2>
          {to === null ? (
            one.title
          ) : (
            <Link href={to} prefetch={false}>
              {one.title}
            </Link>
          )}
        </h2>
        <span className={css.when}>
          {isNew ? <strong className={css.new}>{t('notifications.isNew')}</strong> : null}
          <Moment at={one.created_at} zone={reader_zone ?? 'UTC'} />
        </span>
      </div>
      <p>
        <bdi>{one.text}</bdi>
      </p>
    </li>
  )
}
