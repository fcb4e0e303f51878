'use client'
import { Button } from '@mantine/core'
import { getPortfolioRoute, type PortfolioLot } from '@openspot/contract/booking/portfolio.ts'
import type { Output } from '@openspot/contract/call.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { usePages } from '@/lib/use-pages.ts'
import { PagedRows } from '@/ui/list-frame.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { EmptyState } from '@/ui/states.tsx'
import css from './portfolio.module.css'
import { PortfolioCard } from './portfolio-card.tsx'

/** The lots that the person works at, with today of each. Lots in which they are only a member are omitted. */
export function PortfolioScreen({ initial }: { initial: Output<typeof getPortfolioRoute> | null }) {
  const t = useTranslations()
  const pages = usePages(
    getPortfolioRoute,
    (page) => ({ query: page }),
    (page) => page.next_cursor,
    { client: 'admin', ...(initial === null ? {} : { initial }) },
  )
  const lots = pages.data?.pages.flatMap(({ items }) => items) ?? []
  const waiting = lots.filter(({ attention }) => attention.length > 0).length
  return (
    <>
      <PageHead
        title={t('staff.lots.title')}
        text={lots.length > 1 ? t('portfolio.waiting', { count: waiting, lots: lots.length }) : null}
        action={
          <Button component={Link} variant="default" href="/lots/new">
            {t('lotSettings.add.title')}
          </Button>
        }
      />
      <div className={css.screen}>
        <PagedRows
          pages={pages}
          skeleton={3}
          more={t('portfolio.more')}
          empty={
            <EmptyState
              title={t('staff.lots.emptyTitle')}
              text={t('staff.lots.emptyText')}
              action={
                <Button component={Link} href="/lots/new">
                  {t('lotSettings.add.title')}
                </Button>
              }
            />
          }
        >
          {(rows: PortfolioLot[]) => (
            <ul className={css.lots}>
              {rows.map((lot) => (
                <PortfolioCard key={lot.lot_id} lot={lot} />
              ))}
            </ul>
          )}
        </PagedRows>
      </div>
    </>
  )
}
