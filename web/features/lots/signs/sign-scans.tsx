'use client'
import { Modal } from '@mantine/core'
import type { Output } from '@openspot/contract/call.ts'
import { getSignScansRoute, type Sign } from '@openspot/contract/lots/signs.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { useTranslations } from 'use-intl'
import { useApiQuery } from '@/lib/use-api.ts'
import { type Column, DataTable } from '@/ui/data-table.tsx'
import { QueryState } from '@/ui/list-frame.tsx'
import { EmptyState } from '@/ui/states.tsx'
import { dayText } from './sign-columns.tsx'
import css from './signs.module.css'

/** How often a sign was scanned on each of the last 90 days that had a scan, the newest first. */
export function SignScans({ sign, onClose }: { sign: Sign; onClose: () => void }) {
  const t = useTranslations()
  const answer = useApiQuery(getSignScansRoute, { params: { sign_id: sign.id } }, { client: 'admin' })
  const days = answer.data?.items ?? []
  const most = Math.max(1, ...days.map(({ scans }) => scans))
  return (
    <Modal opened onClose={onClose} title={t('signs.scans.title', { place: sign.place })} size="lg">
      <QueryState answer={answer} rows={4} />
      {answer.data && days.length === 0 ? (
        <EmptyState title={t('signs.scans.noneTitle')} text={t('signs.scans.noneText')} />
      ) : null}
      {days.length > 0 ? (
        <DataTable
          label={t('signs.scans.title', { place: sign.place })}
          columns={columnsOf(t, most)}
          rows={days}
          keyOf={({ scanned_on }) => scanned_on}
        />
      ) : null}
    </Modal>
  )
}

type Scans = Output<typeof getSignScansRoute>['items'][number]

/** `most` is the number of scans of the busiest day, whose bar is the longest. */
const columnsOf = (t: Translate, most: number): Column<Scans>[] => [
  { key: 'day', head: t('signs.scans.day'), cell: ({ scanned_on }) => dayText(t, scanned_on) },
  {
    key: 'scans',
    head: t('signs.scans.count'),
    isFigure: true,
    cell: ({ scans, outdated_scans }) => (
      <>
        {scans}
        <span className={css.bar} style={{ inlineSize: `${(scans / most) * 100}%` }} aria-hidden="true" />
        {outdated_scans > 0 ? (
          <span className={css.below}>{t('signs.outdatedScans', { count: outdated_scans })}</span>
        ) : null}
      </>
    ),
  },
]
