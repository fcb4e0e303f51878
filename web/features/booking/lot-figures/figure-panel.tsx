import type { LotFigures } from '@openspot/contract/booking/lot-figures.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { saveCsv } from '@/lib/csv.ts'
import { CsvButton } from '@/ui/csv-button.tsx'
import { DataTable } from '@/ui/data-table.tsx'
import { dayText } from '@/ui/day-text.ts'
import { percentText } from '@/ui/figures.ts'
import { Panel } from '@/ui/panel.tsx'
import { TableDetails } from '@/ui/table-details.tsx'
import { changeText, type FigureKind, figurePath, valueOf, valueText } from './figure-kinds.ts'
import css from './lot-figures.module.css'

/** The charts and their library are loaded when they are shown. Everything in them is also in a table. */
const FigureChart = dynamic(() => import('./figure-chart.tsx').then(({ FigureChart: chart }) => chart), {
  ssr: false,
  loading: () => <div className={css.placeholder} aria-busy="true" />,
})

/** One figure: its value, what it was before, its days, and its list. */
export function FigurePanel({
  lot,
  kind,
  figures,
}: {
  lot: ConsoleLot
  kind: FigureKind
  figures: LotFigures
}) {
  const t = useTranslations()
  const { current, previous, currency } = figures
  const name = t(`lotFigures.names.${kind}`)
  const show = (value: number | null) => (value === null ? '–' : valueText(t, kind, value, currency))
  const rows = current.days.map((day, index) => {
    const before = previous.days[index]
    return {
      on: day.on,
      label: dayText(localeOf(t), day.on),
      current: valueOf(kind, day),
      previous_on: before?.on ?? '',
      previous: before ? valueOf(kind, before) : null,
    }
  })
  const [value, before] = [valueOf(kind, current.totals), valueOf(kind, previous.totals)]
  const change = changeText(t, value, before)
  const share = kind === 'canceled' ? current.totals.canceled_bps : null
  return (
    <Panel
      title={name}
      text={t(`lotFigures.texts.${kind}`)}
      action={
        <CsvButton
          label={t('lotFigures.csv', { name })}
          onSave={() =>
            saveCsv(`${lot.name} ${name} ${current.from_on} ${current.until_on}`, [
              [t('lotFigures.day'), name, t('lotFigures.previousDays'), name],
              ...rows.map((row) => [
                row.on,
                String(row.current ?? ''),
                row.previous_on,
                String(row.previous ?? ''),
              ]),
            ])
          }
        />
      }
    >
      <p className={css.value}>
        <Link href={figurePath(lot.id, current, kind)} aria-label={`${name}: ${show(value)}`}>
          {share === null || value === null
            ? show(value)
            : t('lotFigures.canceledShare', {
                count: value,
                share: percentText(t, Math.round(share / 10) * 10),
              })}
        </Link>
        <span className={css.before}>
          {change === null
            ? t('lotFigures.compared', { previous: show(before) })
            : t('lotFigures.change', { change, previous: show(before) })}
        </span>
      </p>
      <FigureChart kind={kind} currency={currency} rows={rows} />
      <TableDetails summary={t('lotFigures.table')}>
        <DataTable
          label={t('lotFigures.byDay', { name })}
          columns={[
            { key: 'day', head: t('lotFigures.day'), cell: ({ label }) => label },
            { key: 'current', head: name, isFigure: true, cell: (row) => show(row.current) },
            {
              key: 'previous',
              head: t('lotFigures.previousDays'),
              isFigure: true,
              cell: (row) => show(row.previous),
            },
          ]}
          rows={rows}
          keyOf={({ on }) => on}
        />
      </TableDetails>
    </Panel>
  )
}
