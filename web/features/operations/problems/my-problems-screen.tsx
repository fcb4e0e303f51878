'use client'
import { Button } from '@mantine/core'
import type { Output } from '@openspot/contract/call.ts'
import type { listMyProblemsRoute } from '@openspot/contract/operations/problems.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { PageHead } from '@/ui/page-head.tsx'
import { EmptyState } from '@/ui/states.tsx'
import { StatusWord } from '@/ui/status-word.tsx'
import { Moment } from '@/ui/time.tsx'
import css from './problems.module.css'
import { problemTones } from './problems-screen.tsx'

/** The problems that a person reported. */
export function MyProblemsScreen({ items }: { items: Output<typeof listMyProblemsRoute>['items'] }) {
  const t = useTranslations()
  return (
    <div className={css.screen}>
      <PageHead title={t('problems.mine.list')} text={t('problems.mine.listText')} />
      {items.length === 0 ? (
        <EmptyState
          title={t('problems.mine.emptyTitle')}
          text={t('problems.mine.emptyText')}
          action={
            <Button component={Link} href="/me">
              {t('driver.title')}
            </Button>
          }
        />
      ) : (
        <ul className={css.list}>
          {items.map((problem) => (
            <li key={problem.id} className={css.item}>
              <div>
                <Link href={`/me/problems/${problem.id}`} prefetch={false}>
                  {t(`problems.kinds.${problem.kind}`)}
                </Link>
                <p>{problem.lot_name}</p>
              </div>
              <div>
                <StatusWord tone={problemTones[problem.status]}>
                  {t(`problems.statuses.${problem.status}`)}
                </StatusWord>
                <p>
                  <Moment at={problem.created_at} zone={problem.time_zone} />
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
