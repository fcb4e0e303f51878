'use client'
import type { Output } from '@openspot/contract/call.ts'
import { type ChannelCounts, getChannelsRoute } from '@openspot/contract/platform/notification-settings.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { useFormatter, useTranslations } from 'use-intl'
import { useApiQuery } from '@/lib/use-api.ts'
import { type Column, DataTable } from '@/ui/data-table.tsx'
import { QueryState } from '@/ui/list-frame.tsx'
import { PageHead } from '@/ui/page-head.tsx'

/** Whether pushes and texts can be sent, and what became of those of the last day. */
export function ChannelsScreen({ initial }: { initial: Output<typeof getChannelsRoute> }) {
  const t = useTranslations()
  const format = useFormatter()
  const answer = useApiQuery(
    getChannelsRoute,
    {},
    { client: 'admin', initialData: initial, everySeconds: 30 },
  )
  return (
    <>
      <PageHead title={t('noticeSettings.channelsTitle')} text={t('noticeSettings.channelsText')} />
      <QueryState answer={answer} rows={3} />
      <DataTable
        label={t('noticeSettings.channelsTitle')}
        columns={columns(t, (count) => format.number(count))}
        rows={answer.data?.items ?? []}
        keyOf={({ channel }) => channel}
        isCards
      />
    </>
  )
}

const columns = (t: Translate, number: (count: number) => string): Column<ChannelCounts>[] => [
  {
    key: 'channel',
    head: t('noticeSettings.channel'),
    cell: ({ channel }) => t(`noticeSettings.channelNames.${channel}`),
  },
  {
    key: 'state',
    head: t('noticeSettings.state'),
    cell: ({ is_set_up }) => (is_set_up ? t('noticeSettings.setUp') : t('noticeSettings.notSetUp')),
  },
  {
    key: 'waiting',
    head: t('noticeSettings.waiting'),
    isFigure: true,
    cell: ({ waiting }) => number(waiting),
  },
  { key: 'sent', head: t('noticeSettings.sent'), isFigure: true, cell: ({ sent }) => number(sent) },
  {
    key: 'failed',
    head: t('noticeSettings.failedCount'),
    isFigure: true,
    cell: ({ failed }) => number(failed),
  },
  {
    key: 'dropped',
    head: t('noticeSettings.dropped'),
    isFigure: true,
    cell: ({ dropped }) => number(dropped),
  },
  {
    key: 'error',
    head: t('noticeSettings.lastError'),
    isText: true,
    cell: ({ last_error }) => last_error ?? t('noticeSettings.noError'),
  },
]
