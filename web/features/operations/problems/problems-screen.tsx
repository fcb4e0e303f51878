'use client'
import { Button } from '@mantine/core'
import { listProblemsRoute, type StaffProblem } from '@openspot/contract/operations/problems.ts'
import { isOneOf } from '@openspot/core/enums.ts'
import { type ProblemStatus, problemStatuses } from '@openspot/core/problems/enums.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useAddress } from '@/lib/use-address.ts'
import { useLotEvents } from '@/lib/use-lot-events.ts'
import { usePages } from '@/lib/use-pages.ts'
import { PagedRows } from '@/ui/list-frame.tsx'
import { MenuChip } from '@/ui/menu-chip.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { EmptyState } from '@/ui/states.tsx'
import { StatusWord } from '@/ui/status-word.tsx'
import { Moment } from '@/ui/time.tsx'
import { useListView } from '@/ui/views/use-list-view.tsx'
import css from './problems.module.css'
import { ProblemsCsv } from './problems-csv.tsx'

export const problemTones = { OPEN: 'now', RESOLVED: 'done', DISMISSED: 'ahead' } as const

/** In the address, for problems of every status. Without a status, the open ones are shown. */
const ALL = 'ALL'

/** The problems that drivers reported in a lot. */
export function ProblemsScreen({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  const [{ status: shown }, change] = useAddress(['status'])
  const status = shown === ALL ? null : isOneOf(problemStatuses, shown) ? shown : 'OPEN'
  const setStatus = (next: ProblemStatus | null) => change({ status: next === 'OPEN' ? null : (next ?? ALL) })
  const view = useListView(lot.id, 'PROBLEMS')
  const pages = usePages(
    listProblemsRoute,
    (query) => ({ params: { lot_id: lot.id }, query: { ...query, ...(status ? { status } : {}) } }),
    ({ next_cursor }) => next_cursor,
    { client: 'admin' },
  )
  useLotEvents(lot.id, [listProblemsRoute])
  const nameOf = (one: ProblemStatus | null) =>
    one === null ? t('problems.list.all') : t(`problems.statuses.${one}`)
  return (
    <div className={css.screen}>
      <PageHead title={t('problems.title')} text={t('problems.text')} />
      <div className={css.filters}>
        <MenuChip
          label={t('problems.list.filter')}
          value={nameOf(status)}
          choices={[null, ...problemStatuses].map((one) => ({
            text: nameOf(one),
            chosen: one === status,
            choose: () => setStatus(one),
          }))}
        />
        {view.tools}
        <ProblemsCsv lot={lot} status={status} />
      </div>
      <PagedRows
        pages={pages}
        more={t('problems.list.more')}
        empty={
          status === null || status === 'OPEN' ? (
            <EmptyState title={t('problems.list.emptyTitle')} text={t('problems.list.emptyText')} />
          ) : (
            <EmptyState
              title={t('problems.list.noneTitle')}
              text={t('problems.list.emptyText')}
              action={
                <Button variant="default" onClick={() => setStatus(null)}>
                  {t('problems.list.clear')}
                </Button>
              }
            />
          )
        }
      >
        {(rows) => (
          <ul className={css.list}>
            {rows.map((problem) => (
              <Row key={problem.id} lot={lot} problem={problem} />
            ))}
          </ul>
        )}
      </PagedRows>
    </div>
  )
}

function Row({ lot, problem }: { lot: ConsoleLot; problem: StaffProblem }) {
  const t = useTranslations()
  const { kind, spot_label, reporter_name, finding, status } = problem
  const facts = [
    spot_label && t('problems.list.spot', { label: spot_label }),
    reporter_name && t('problems.list.reporter', { name: reporter_name }),
    finding && t(`problems.findings.${finding}`),
  ]
  return (
    <li className={css.item}>
      <div>
        <Link href={`/lots/${lot.id}/problems/${problem.id}`} prefetch={false}>
          {t(`problems.staffKinds.${kind}`)}
        </Link>
        <p>{facts.filter(Boolean).join(' · ')}</p>
        {problem.text ? (
          <p>
            <bdi>{problem.text}</bdi>
          </p>
        ) : null}
      </div>
      <div>
        <StatusWord tone={problemTones[status]}>{t(`problems.statuses.${status}`)}</StatusWord>
        <p>
          <Moment at={problem.created_at} zone={lot.time_zone} />
        </p>
      </div>
    </li>
  )
}
