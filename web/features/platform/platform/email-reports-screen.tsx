'use client'
import { type EmailReport, listEmailReportsRoute } from '@openspot/contract/platform/email-reports.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { usePages } from '@/lib/use-pages.ts'
import type { Column } from '@/ui/data-table.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { PagedList } from '@/ui/paged-list.tsx'
import { EmptyState } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'

/** Reported emails, and the number suppressed by the limits. */
export function EmailReportsScreen({ last_day }: { last_day: { sent: number; suppressed: number } }) {
  const t = useTranslations()
  const { reader_zone } = useClock()
  const pages = usePages(
    listEmailReportsRoute,
    (page) => ({ query: page }),
    ({ next_cursor }) => next_cursor,
    { client: 'admin' },
  )
  return (
    <>
      <PageHead title={t('emailReports.list.title')} text={t('emailReports.list.text')} />
      <PagedList
        label={t('emailReports.list.title')}
        pages={pages}
        columns={columns(t, reader_zone ?? 'UTC')}
        more={t('emailReports.list.more')}
        bar={
          <p>{t('emailReports.list.lastDay', { sent: last_day.sent, suppressed: last_day.suppressed })}</p>
        }
        empty={
          <EmptyState title={t('emailReports.list.emptyTitle')} text={t('emailReports.list.emptyText')} />
        }
      />
    </>
  )
}

const columns = (t: Translate, zone: string): Column<EmailReport>[] => [
  { key: 'subject', head: t('emailReports.list.columns.subject'), cell: ({ subject }) => subject },
  {
    key: 'lot',
    head: t('emailReports.list.columns.lot'),
    cell: ({ lot }) =>
      lot ? <Link href={`/lots/${lot.id}/settings`}>{lot.name}</Link> : t('emailReports.list.noLot'),
  },
  { key: 'to', head: t('emailReports.list.columns.to'), cell: ({ to_address }) => to_address },
  { key: 'note', head: t('emailReports.list.columns.note'), cell: ({ note }) => note ?? '' },
  {
    key: 'at',
    head: t('emailReports.list.columns.at'),
    cell: ({ created_at }) => <Moment at={created_at} zone={zone} />,
  },
]
