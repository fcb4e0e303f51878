'use client'
import { getLotRoute } from '@openspot/contract/lots/lots.ts'
import { listStaffRatingsRoute } from '@openspot/contract/lots/ratings.ts'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { usePages } from '@/lib/use-pages.ts'
import { PagedRows } from '@/ui/list-frame.tsx'
import { RatingSummary } from '@/ui/lot/stars.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { EmptyState } from '@/ui/states.tsx'
import css from './ratings.module.css'
import { StaffRatingItem } from './staff-rating-item.tsx'

/** What drivers say about a lot, for its staff to answer. */
export function RatingsScreen({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  const params = { lot_id: lot.id }
  const settings = useApiQuery(getLotRoute, { params }, { client: 'admin' })
  const pages = usePages(
    listStaffRatingsRoute,
    (page) => ({ params, query: page }),
    ({ next_cursor }) => next_cursor,
    { client: 'admin' },
  )
  return (
    <>
      <PageHead
        title={t('ratings.staff.title')}
        text={t('ratings.staff.text')}
        action={settings.data ? <RatingSummary lot={settings.data} /> : null}
      />
      <PagedRows
        pages={pages}
        more={t('ratings.more')}
        empty={<EmptyState title={t('ratings.staff.emptyTitle')} text={t('ratings.staff.emptyText')} />}
      >
        {(rows) => (
          <ul className={css.list}>
            {rows.map((rating) => (
              <li key={rating.id}>
                <StaffRatingItem lot={lot} rating={rating} />
              </li>
            ))}
          </ul>
        )}
      </PagedRows>
    </>
  )
}
