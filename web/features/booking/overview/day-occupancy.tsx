import type { LotOverview } from '@openspot/contract/booking/overview.ts'
import { formatTime } from '@openspot/core/time/format.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import { useTranslations } from 'use-intl'
import { DataTable } from '@/ui/data-table.tsx'
import { percentText } from '@/ui/figures.ts'
import { Panel } from '@/ui/panel.tsx'
import { TableDetails } from '@/ui/table-details.tsx'
import { useTimeFormat } from '@/ui/time.tsx'
import css from './overview.module.css'

const HOUR_MS = 3_600_000

/** The occupancy of the day as bars, one for each hour. A table with the same figures is below it for screen readers. */
export function DayOccupancy({ overview, zone }: { overview: LotOverview; zone: string }) {
  const t = useTranslations()
  const timeFormat = useTimeFormat(zone)
  const { spots, at } = overview
  const figure = new Intl.NumberFormat(localeOf(t), { maximumFractionDigits: 1 })
  const rows = overview.hours.map(({ starts_at, taken_spots }) => ({
    starts_at,
    taken_spots,
    label: formatTime(starts_at, timeFormat),
    bps: spots === 0 ? 0 : Math.min(10_000, Math.round((taken_spots / spots) * 100) * 100),
    isNow: starts_at <= at && Date.parse(at) < Date.parse(starts_at) + HOUR_MS,
  }))
  return (
    <Panel title={t('overview.occupancy.title')} text={t('overview.occupancy.text')}>
      <figure className={css.chart} aria-hidden="true">
        <div className={css.scale}>
          {[10_000, 5000, 0].map((bps) => (
            <span key={bps}>{percentText(t, bps)}</span>
          ))}
        </div>
        <div className={css.bars}>
          {rows.map(({ starts_at, label, bps, isNow }, index) => (
            <div
              key={starts_at}
              className={css.bar}
              data-now={isNow || undefined}
              title={t('overview.occupancy.bar', { hour: label, share: percentText(t, bps) })}
            >
              <span style={{ height: `${bps / 100}%` }} />
              <small>{index % 6 === 0 ? label : null}</small>
            </div>
          ))}
        </div>
      </figure>
      <TableDetails summary={t('overview.occupancy.table')}>
        <DataTable
          label={t('overview.occupancy.byHour')}
          columns={[
            { key: 'hour', head: t('overview.occupancy.hour'), cell: ({ label }) => label },
            {
              key: 'share',
              head: t('overview.occupancy.share'),
              isFigure: true,
              cell: ({ bps }) => percentText(t, bps),
            },
            {
              key: 'spots',
              head: t('overview.occupancy.spots'),
              isFigure: true,
              cell: ({ taken_spots }) => figure.format(taken_spots),
            },
          ]}
          rows={rows}
          keyOf={({ starts_at }) => starts_at}
        />
      </TableDetails>
    </Panel>
  )
}
