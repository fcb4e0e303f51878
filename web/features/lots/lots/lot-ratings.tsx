'use client'
import { Button } from '@mantine/core'
import type { PublicLot } from '@openspot/contract/lots/lots.ts'
import { listRatingsRoute, type Rating } from '@openspot/contract/lots/ratings.ts'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { usePages } from '@/lib/use-pages.ts'
import { RatingItem } from '@/ui/lot/rating-item.tsx'
import { RatingSummary } from '@/ui/lot/stars.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { ErrorState } from '@/ui/states.tsx'
import css from './lots.module.css'

// Loaded when it is first needed, because most visits report nothing.
const ReportRating = dynamic(() => import('./report-rating.tsx').then((one) => one.ReportRating), {
  ssr: false,
})

/** What drivers who parked in a lot say, newest first. */
export function LotRatings({ lot, path }: { lot: PublicLot; path: string }) {
  const t = useTranslations()
  const [reported, setReported] = useState<Rating | null>(null)
  const pages = usePages(
    listRatingsRoute,
    (page) => ({ params: { public_id: lot.public_id }, query: { ...page, limit: 5 } }),
    ({ next_cursor }) => next_cursor,
    { enabled: lot.rating_count > 0, everySeconds: 300 },
  )
  const items = pages.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <section className={css.section} id="ratings">
      <h2>
        {t('ratings.title')} <RatingSummary lot={lot} />
      </h2>
      <p className={css.small}>
        {lot.rating_count === 0 ? `${t('ratings.none')} ` : null}
        {t('ratings.onlyDrivers')}
      </p>
      {pages.isPending && lot.rating_count > 0 ? <ListSkeleton rows={2} /> : null}
      {pages.isError ? <ErrorState error={pages.error} onRetry={() => pages.refetch()} /> : null}
      {items.length > 0 ? (
        <ul className={css.ratings}>
          {items.map((rating) => (
            <li key={rating.id}>
              <RatingItem rating={rating} zone={lot.time_zone}>
                <button
                  type="button"
                  className={css.report}
                  aria-label={t('ratings.report.openOf', { author: rating.author ?? t('ratings.someone') })}
                  onClick={() => setReported(rating)}
                >
                  {t('ratings.report.open')}
                </button>
              </RatingItem>
            </li>
          ))}
        </ul>
      ) : null}
      {pages.hasNextPage ? (
        <Button
          variant="default"
          className={css.moreRatings}
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {t('ratings.more')}
        </Button>
      ) : null}
      {reported ? <ReportRating rating={reported} path={path} onClose={() => setReported(null)} /> : null}
    </section>
  )
}
