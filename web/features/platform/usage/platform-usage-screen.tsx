'use client'
import { getPlatformUsageRoute, type PlatformUsage } from '@openspot/contract/platform/analytics.ts'
import { DEFAULT_FIGURE_DAYS, funnelStages } from '@openspot/core/analytics/funnel.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useApiQuery } from '@/lib/use-api.ts'
import { QueryState } from '@/ui/list-frame.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { EmptyState } from '@/ui/states.tsx'
import { DaysChoice } from './days-choice.tsx'
import { EventsPanel } from './events-panel.tsx'
import { ForwardingPanel } from './forwarding-panel.tsx'
import css from './usage.module.css'
import { hasFigures, UsagePanels } from './usage-panels.tsx'

/** The funnel and the retention of the platform, its events, and whether PostHog gets them. */
export function PlatformUsageScreen({ first }: { first: PlatformUsage }) {
  const t = useTranslations()
  const [days, setDays] = useState<number>(DEFAULT_FIGURE_DAYS)
  const answer = useApiQuery(
    getPlatformUsageRoute,
    { query: { days } },
    {
      client: 'admin',
      keep: true,
      initialData: days === DEFAULT_FIGURE_DAYS ? first : undefined,
    },
  )
  const { data } = answer
  return (
    <>
      <PageHead title={t('usage.title')} text={t('usage.platformText')} />
      <QueryState answer={answer} />
      {data && !hasFigures(data) ? (
        <EmptyState title={t('usage.emptyTitle')} text={t('usage.emptyPlatformText')} />
      ) : null}
      {data && hasFigures(data) ? (
        <UsagePanels
          name={t('platform.nav.place')}
          figures={data}
          stages={funnelStages}
          isStale={answer.isPlaceholderData}
          daysChoice={<DaysChoice value={days} onChange={setDays} />}
        />
      ) : null}
      {data ? (
        <div className={css.after}>
          <EventsPanel events={data.events} />
          <ForwardingPanel state={data.forwarding} />
        </div>
      ) : null}
    </>
  )
}
