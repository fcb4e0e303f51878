'use client'
import { type EmailReport, listEmailReportsRoute } from '@openspot/contract/platform/email-reports.ts'
import Link from 'next/link'
import { useClock } from '@/lib/clock-provider.tsx'
import { usePages } from '@/lib/use-pages.ts'
import type { Column } from '@/ui/data-table.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { PagedList } from '@/ui/paged-list.tsx'
import { EmptyState } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import { words } from '@/words/index.ts'

const say = words.emailReports.list

/** Reported emails, and the number suppressed by the limits. */
export function EmailReportsScreen({ last_day }: { last_day: { sent: number; suppressed: number } }) {
  const { reader_zone } = useClock()
  const pages = usePages(
    listEmailReportsRoute,
    (page) => ({ query: page }),
    ({ next_cursor }) => next_cursor,
    { client: 'admin' },
  )
  return (
    <>
      <PageHead title={say.title} text={say.text} />
      <PagedList
        label={say.title}
        pages={pages}
        columns={columns(reader_zone ?? 'UTC')}
        more={say.more}
        bar={<p>{say.lastDay(last_day.sent, last_day.suppressed)}</p>}
        empty={<EmptyState title={say.emptyTitle} text={say.emptyText} />}
      />
    </>
  )
}

const columns = (zone: string): Column<EmailReport>[] => [
  { key: 'subject', head: say.columns.subject, cell: ({ subject }) => subject },
  {
    key: 'lot',
    head: say.columns.lot,
    cell: ({ lot }) => (lot ? <Link href={`/lots/${lot.id}/settings`}>{lot.name}</Link> : say.noLot),
  },
  { key: 'to', head: say.columns.to, cell: ({ to_address }) => to_address },
  { key: 'note', head: say.columns.note, cell: ({ note }) => note ?? '' },
  { key: 'at', head: say.columns.at, cell: ({ created_at }) => <Moment at={created_at} zone={zone} /> },
]
