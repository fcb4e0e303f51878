'use client'
import '@mantine/charts/styles.layer.css'
import { BarChart, LineChart } from '@mantine/charts'
import type { FunnelDay, FunnelStage } from '@openspot/core/analytics/funnel.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import { useTranslations } from 'use-intl'
import { scaleOf, scaleWidth, useChartSides } from '@/ui/chart-sides.ts'
import css from './usage.module.css'

/** Different in lightness too, for those who don't see colors. */
const colors: Record<FunnelStage, string> = {
  search: 'var(--os-line-control)',
  lot_view: 'var(--os-brand)',
  quote: 'var(--os-warn)',
  hold: 'var(--os-good)',
  paid: 'var(--os-ink)',
}

const useNumberFormat = () => {
  const t = useTranslations()
  const format = new Intl.NumberFormat(localeOf(t))
  return (value: number) => format.format(value)
}

/** The people at each stage as bars. A table with the same figures is below it, so screen readers skip it. */
export function FunnelChart({
  label,
  unit,
  rows,
}: {
  label: string
  unit: string
  rows: { stage: FunnelStage; label: string; people: number }[]
}) {
  const format = useNumberFormat()
  const { reversed, upright } = useChartSides()
  return (
    <figure className={css.figure} aria-hidden="true" title={label}>
      <BarChart
        h={56 + rows.length * 40}
        data={rows.map((row) => ({ label: row.label, [unit]: row.people }))}
        dataKey="label"
        orientation="vertical"
        valueFormatter={format}
        series={[{ name: unit, color: 'var(--os-brand)' }]}
        yAxisProps={{ width: 120, ...upright }}
        xAxisProps={{ allowDecimals: false, reversed }}
        gridAxis="y"
        tickLine="none"
        barChartProps={{ accessibilityLayer: false }}
        barProps={{ radius: 4, isAnimationActive: false }}
        tooltipAnimationDuration={0}
      />
    </figure>
  )
}

/** The people of each day at each stage as lines. */
export function DayChart({
  label,
  days,
  stages,
}: {
  label: string
  days: (FunnelDay & { label: string })[]
  stages: { stage: FunnelStage; label: string }[]
}) {
  const format = useNumberFormat()
  const { reversed, upright } = useChartSides()
  return (
    <figure className={css.figure} aria-hidden="true" title={label}>
      <LineChart
        h={280}
        data={days}
        dataKey="label"
        series={stages.map(({ stage, label: name }) => ({ name: stage, label: name, color: colors[stage] }))}
        withLegend
        legendProps={{ itemSorter: null }}
        valueFormatter={format}
        curveType="linear"
        xAxisProps={{ reversed }}
        yAxisProps={{
          allowDecimals: false,
          width: scaleWidth(
            scaleOf(days.flatMap((day) => stages.map(({ stage }) => day[stage]))).map(format),
          ),
          ...upright,
        }}
        lineChartProps={{ accessibilityLayer: false }}
        lineProps={{ isAnimationActive: false }}
        withDots={days.length <= 7}
        tooltipAnimationDuration={0}
      />
    </figure>
  )
}
