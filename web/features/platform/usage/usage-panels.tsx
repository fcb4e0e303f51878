'use client'
import type { UsageFigures } from '@openspot/contract/platform/analytics.ts'
import { type FunnelStage, funnelStages, totalsOf } from '@openspot/core/analytics/funnel.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { saveCsv } from '@/lib/csv.ts'
import { CsvButton } from '@/ui/csv-button.tsx'
import { DataTable } from '@/ui/data-table.tsx'
import { dayText } from '@/ui/day-text.ts'
import { percentText } from '@/ui/figures.ts'
import { Panel } from '@/ui/panel.tsx'
import { TableDetails } from '@/ui/table-details.tsx'
import { RetentionPanel } from './retention-panel.tsx'
import css from './usage.module.css'

/** The charts and their library are loaded when they are shown. Everything in them is also in a table. */
const FunnelChart = dynamic(() => import('./usage-charts.tsx').then(({ FunnelChart: chart }) => chart), {
  ssr: false,
  loading: () => <div className={css.chart} aria-busy="true" />,
})
const DayChart = dynamic(() => import('./usage-charts.tsx').then(({ DayChart: chart }) => chart), {
  ssr: false,
  loading: () => <div className={css.chart} aria-busy="true" />,
})

/** Whether anything was counted. */
export const hasFigures = ({ days, drivers, visitors }: UsageFigures): boolean =>
  days.some((day) => funnelStages.some((stage) => day[stage] > 0)) ||
  [...drivers, ...visitors].some(({ people }) => people > 0)

/** The funnel, its days, and who comes back. */
export function UsagePanels({
  name,
  figures,
  stages,
  isStale,
  daysChoice,
}: {
  /** The name of the lot or of the platform, for the names of downloads. */
  name: string
  figures: UsageFigures
  stages: readonly FunnelStage[]
  isStale: boolean
  daysChoice: ReactNode
}) {
  const t = useTranslations()
  const format = new Intl.NumberFormat(localeOf(t))
  const totals = totalsOf(figures.days)
  const rows = stages.map((stage, index) => {
    const before = stages[index - 1]
    const share = before && totals[before] > 0 ? totals[stage] / totals[before] : null
    return { stage, label: t(`usage.stages.${stage}`), people: totals[stage], share }
  })
  const shareText = (share: number | null) =>
    share === null ? '–' : percentText(t, Math.round(share * 1000) * 10)
  const labels = stages.map((stage) => ({ stage, label: t(`usage.stages.${stage}`) }))
  const days = figures.days.map((day) => ({ ...day, label: dayText(localeOf(t), day.on) }))
  return (
    <div className={css.screen} data-stale={isStale || undefined}>
      <Panel
        title={t('usage.funnel.title')}
        text={t('usage.funnel.text')}
        action={
          <div className={css.actions}>
            {daysChoice}
            <CsvButton
              label={t('usage.funnel.csv')}
              onSave={() =>
                saveCsv(`${name} ${t('usage.title')}`, [
                  [t('usage.funnel.stage'), t('usage.funnel.people'), t('usage.funnel.share')],
                  ...rows.map(({ label, people, share }) => [
                    label,
                    String(people),
                    share === null ? '' : share.toFixed(3),
                  ]),
                ])
              }
            />
          </div>
        }
      >
        <FunnelChart label={t('usage.funnel.chart')} unit={t('usage.funnel.people')} rows={rows} />
        <DataTable
          label={t('usage.funnel.chart')}
          columns={[
            { key: 'stage', head: t('usage.funnel.stage'), cell: ({ label }) => label },
            {
              key: 'people',
              head: t('usage.funnel.people'),
              isFigure: true,
              cell: ({ people }) => format.format(people),
            },
            {
              key: 'share',
              head: t('usage.funnel.share'),
              isFigure: true,
              cell: ({ share }) => shareText(share),
            },
          ]}
          rows={rows}
          keyOf={({ stage }) => stage}
        />
      </Panel>
      <Panel
        title={t('usage.byDay.title')}
        text={t('usage.byDay.text', { zone: figures.time_zone })}
        action={
          <CsvButton
            label={t('usage.byDay.csv')}
            onSave={() =>
              saveCsv(`${name} ${t('usage.byDay.title')}`, [
                [t('usage.byDay.day'), ...labels.map(({ label }) => label)],
                ...figures.days.map((day) => [day.on, ...stages.map((stage) => String(day[stage]))]),
              ])
            }
          />
        }
      >
        <DayChart label={t('usage.byDay.chart')} days={days} stages={labels} />
        <TableDetails summary={t('usage.byDay.table')}>
          <DataTable
            label={t('usage.byDay.chart')}
            columns={[
              { key: 'day', head: t('usage.byDay.day'), cell: ({ label }) => label },
              ...labels.map(({ stage, label }) => ({
                key: stage,
                head: label,
                isFigure: true,
                cell: (day: (typeof days)[number]) => format.format(day[stage]),
              })),
            ]}
            rows={days}
            keyOf={({ on }) => on}
          />
        </TableDetails>
      </Panel>
      <RetentionPanel name={name} figures={figures} />
    </div>
  )
}
