'use client'
import { Button, SegmentedControl } from '@mantine/core'
import { listReportedRatingsRoute, type ReportedRating } from '@openspot/contract/lots/ratings.ts'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { useAddress } from '@/lib/use-address.ts'
import { usePages } from '@/lib/use-pages.ts'
import { PagedRows } from '@/ui/list-frame.tsx'
import { RatingItem } from '@/ui/lot/rating-item.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Buttons } from '@/ui/panel.tsx'
import { EmptyState, Note } from '@/ui/states.tsx'
import { type Decision, DecisionDialog } from './decision-dialog.tsx'
import css from './ratings.module.css'

/** Ratings that people reported, and those that are hidden, for platform admins to decide. */
export function PlatformRatingsScreen() {
  const t = useTranslations()
  const { reader_zone = 'UTC' } = useClock()
  const [{ tab }, change] = useAddress(['tab'])
  const [decided, setDecided] = useState<{ rating: ReportedRating; decision: Decision } | null>(null)
  const is_hidden = tab === 'hidden'
  const pages = usePages(
    listReportedRatingsRoute,
    (page) => ({ query: { ...page, is_hidden } }),
    ({ next_cursor }) => next_cursor,
    { client: 'admin' },
  )
  return (
    <>
      <PageHead
        title={t('ratings.platform.title')}
        text={t('ratings.platform.text')}
        action={
          <SegmentedControl
            aria-label={t('ratings.platform.tabs.label')}
            value={is_hidden ? 'hidden' : 'reported'}
            onChange={(next) => change({ tab: next === 'hidden' ? 'hidden' : null })}
            data={[
              { value: 'reported', label: t('ratings.platform.tabs.reported') },
              { value: 'hidden', label: t('ratings.platform.tabs.hidden') },
            ]}
          />
        }
      />
      <PagedRows
        pages={pages}
        more={t('ratings.more')}
        empty={
          <EmptyState
            title={t(is_hidden ? 'ratings.platform.noneHiddenTitle' : 'ratings.platform.emptyTitle')}
            text={t(is_hidden ? 'ratings.platform.noneHiddenText' : 'ratings.platform.emptyText')}
          />
        }
      >
        {(rows) => (
          <ul className={css.list}>
            {rows.map((rating) => (
              <li key={rating.id} className={css.item}>
                <h2>
                  <Link href={`/lots/${rating.lot_id}/ratings`}>{rating.lot_name}</Link>
                </h2>
                <RatingItem rating={rating} zone={reader_zone} />
                {rating.reports.length > 0 ? (
                  <Note title={t('ratings.platform.reports', { count: rating.reports.length })}>
                    <ul className={css.reasons}>
                      {rating.reports.map(({ reason, created_at }) => (
                        <li key={created_at + reason}>
                          <bdi>{reason}</bdi>
                        </li>
                      ))}
                    </ul>
                  </Note>
                ) : null}
                {rating.hidden_reason === null ? null : (
                  <Note tone="plain" title={t('ratings.staff.hidden', { reason: rating.hidden_reason })} />
                )}
                <Buttons>
                  {rating.hidden_at === null ? (
                    <>
                      <Button size="sm" onClick={() => setDecided({ rating, decision: 'hide' })}>
                        {t('ratings.platform.hide')}
                      </Button>
                      <Button
                        size="sm"
                        variant="default"
                        onClick={() => setDecided({ rating, decision: 'keep' })}
                      >
                        {t('ratings.platform.keep')}
                      </Button>
                    </>
                  ) : (
                    <Button
                      size="sm"
                      variant="default"
                      onClick={() => setDecided({ rating, decision: 'show' })}
                    >
                      {t('ratings.platform.show')}
                    </Button>
                  )}
                </Buttons>
              </li>
            ))}
          </ul>
        )}
      </PagedRows>
      {decided ? <DecisionDialog {...decided} onClose={() => setDecided(null)} /> : null}
    </>
  )
}
