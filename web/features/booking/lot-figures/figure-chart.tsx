'use client'
import '@mantine/charts/styles.layer.css'
import { LineChart } from '@mantine/charts'
import { useTranslations } from 'use-intl'
import { scaleOf, scaleWidth, useChartSides } from '@/ui/chart-sides.ts'
import { type FigureKind, leastScale, valueText } from './figure-kinds.ts'
import css from './lot-figures.module.css'

/** The days of a period and of the one before, as two lines. A table with the same figures is below it. */
export function FigureChart({
  kind,
  currency,
  rows,
}: {
  kind: FigureKind
  currency: string
  rows: { label: string; current: number | null; previous: number | null }[]
}) {
  const t = useTranslations()
  const { reversed, upright } = useChartSides()
  const least = leastScale[kind]
  const values = rows.flatMap(({ current, previous }) => [current ?? 0, previous ?? 0])
  const scale = scaleOf([least, ...values])
  return (
    <figure className={css.figure} aria-hidden="true">
      <LineChart
        h={200}
        data={rows}
        dataKey="label"
        series={[
          { name: 'current', label: t(`lotFigures.names.${kind}`), color: 'var(--os-brand)' },
          {
            name: 'previous',
            label: t('lotFigures.previousDays'),
            color: 'var(--os-line-control)',
            strokeDasharray: '4 4',
          },
        ]}
        withLegend
        legendProps={{ itemSorter: null }}
        valueFormatter={(value) => valueText(t, kind, value, currency)}
        curveType="linear"
        connectNulls={false}
        xAxisProps={{ reversed }}
        yAxisProps={{
          width: scaleWidth(scale.map((value) => valueText(t, kind, value, currency))),
          allowDecimals: false,
          domain: [0, Math.max(...values) < least ? least : 'auto'],
          ...upright,
        }}
        lineChartProps={{ accessibilityLayer: false }}
        lineProps={{ isAnimationActive: false }}
        withDots={rows.length <= 10}
        tooltipAnimationDuration={0}
      />
    </figure>
  )
}
