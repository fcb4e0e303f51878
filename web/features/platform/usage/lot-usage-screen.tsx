'use client'
import { getLotUsageRoute } from '@openspot/contract/platform/analytics.ts'
import { DEFAULT_FIGURE_DAYS, lotStages } from '@openspot/core/analytics/funnel.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { QueryState } from '@/ui/list-frame.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { EmptyState, NoPermission } from '@/ui/states.tsx'
import { DaysChoice } from './days-choice.tsx'
import { hasFigures, UsagePanels } from './usage-panels.tsx'

/** The funnel and the retention of one lot. */
export function LotUsageScreen({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  const [days, setDays] = useState<number>(DEFAULT_FIGURE_DAYS)
  const answer = useApiQuery(
    getLotUsageRoute,
    { params: { lot_id: lot.id }, query: { days } },
    { client: 'admin', keep: true },
  )
  if (answer.error && [401, 403].includes(answer.error.status))
    return <NoPermission sign_in={answer.error.status === 401} path={`/lots/${lot.id}/usage`} />
  return (
    <>
      <PageHead title={t('usage.lotTitle')} text={t('usage.lotText')} />
      <QueryState answer={answer} />
      {answer.data && !hasFigures(answer.data) ? (
        <EmptyState title={t('usage.emptyTitle')} text={t('usage.emptyText')} />
      ) : null}
      {answer.data && hasFigures(answer.data) ? (
        <UsagePanels
          name={lot.name}
          figures={answer.data}
          stages={lotStages}
          isStale={answer.isPlaceholderData}
          daysChoice={<DaysChoice value={days} onChange={setDays} />}
        />
      ) : null}
    </>
  )
}
