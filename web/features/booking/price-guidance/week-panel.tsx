import type { GuidanceHour, PriceGuidance } from '@openspot/contract/booking/price-guidance.ts'
import { hourKey } from '@openspot/core/price-guidance/suggest.ts'
import { formatHour } from '@openspot/core/time/format.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { saveCsv } from '@/lib/csv.ts'
import { CsvButton } from '@/ui/csv-button.tsx'
import { type Column, DataTable } from '@/ui/data-table.tsx'
import { moneyText } from '@/ui/money.tsx'
import { Panel } from '@/ui/panel.tsx'
import { TableDetails } from '@/ui/table-details.tsx'
import { type WeekCell, WeekGrid } from '@/ui/week-grid.tsx'
import { reasonText, shareText } from './guidance-text.ts'
import css from './price-guidance.module.css'

/** The occupancy of each hour of the week with its current and suggested price, drawn and as a table. */
export function WeekPanel({ lot, guidance }: { lot: ConsoleLot; guidance: PriceGuidance }) {
  const t = useTranslations()
  const { hours, currency } = guidance
  const known = new Map(hours.map((hour) => [hourKey(hour), hour]))
  const columns = columnsOf(t, currency)
  const name = t('priceGuidance.week.title')
  return (
    <Panel
      title={name}
      text={t('priceGuidance.week.text')}
      action={
        <CsvButton
          label={t('lotFigures.csv', { name })}
          onSave={() =>
            saveCsv(`${lot.name} ${name} ${guidance.until_on}`, [
              columns.map(({ head }) => head),
              ...hours.map((hour) => columns.map(({ cell }) => String(cell(hour)))),
            ])
          }
        />
      }
    >
      <WeekGrid
        cellOf={(weekday, hour, day) => cellOf(t, day, known.get(hourKey({ weekday, hour })), currency)}
      />
      <p className={css.legend}>
        <span>{t('priceGuidance.week.less')}</span>
        <span className={css.scale} aria-hidden="true" />
        <span>{t('priceGuidance.week.more')}</span>
        <span className={css.key}>
          <Mark isHigher />
          {t('priceGuidance.week.higher')}
        </span>
        <span className={css.key}>
          <Mark isHigher={false} />
          {t('priceGuidance.week.lower')}
        </span>
      </p>
      <TableDetails summary={t('priceGuidance.week.table')}>
        <DataTable label={name} columns={columns} rows={hours} keyOf={hourKey} />
      </TableDetails>
    </Panel>
  )
}

function Mark({ isHigher }: { isHigher: boolean }) {
  const Icon = isHigher ? IconChevronUp : IconChevronDown
  return (
    <span className={css.mark} aria-hidden="true">
      <Icon size={14} stroke={2.5} />
    </span>
  )
}

function cellOf(t: Translate, day: string, of: GuidanceHour | undefined, currency: string): WeekCell {
  if (!of) return { share_bps: null, text: '', title: '' }
  const { occupancy_bps, current_cents, suggested_cents } = of
  const hour = formatHour(of.hour, localeOf(t))
  const share = occupancy_bps === null ? reasonText(t, of) : shareText(t, occupancy_bps)
  const current = moneyText(t, current_cents ?? 0, currency)
  if (suggested_cents === null || current_cents === null) {
    const title = t('priceGuidance.week.cell', { day, hour, share, price: current })
    return { share_bps: occupancy_bps, text: `${share}, ${current}`, title }
  }
  const suggested = moneyText(t, suggested_cents, currency)
  return {
    share_bps: occupancy_bps,
    text: `${share}, ${t('priceGuidance.suggestions.prices', { current, suggested })}`,
    title: t('priceGuidance.week.cellSuggested', { day, hour, share, current, suggested }),
    mark: <Mark isHigher={suggested_cents > current_cents} />,
  }
}

function columnsOf(
  t: Translate,
  currency: string,
): (Column<GuidanceHour> & { cell: (row: GuidanceHour) => string })[] {
  const money = (cents: number | null) => (cents === null ? '–' : moneyText(t, cents, currency))
  const week = (key: 'hour' | 'occupancy' | 'current' | 'suggested' | 'why') => t(`priceGuidance.week.${key}`)
  return [
    {
      key: 'hour',
      head: week('hour'),
      cell: ({ weekday, hour }) => `${t(`when.days.${weekday}`)} ${formatHour(hour, localeOf(t))}`,
    },
    {
      key: 'occupancy',
      head: week('occupancy'),
      isFigure: true,
      cell: ({ occupancy_bps }) => shareText(t, occupancy_bps),
    },
    {
      key: 'current',
      head: week('current'),
      isFigure: true,
      cell: ({ current_cents }) => money(current_cents),
    },
    {
      key: 'suggested',
      head: week('suggested'),
      isFigure: true,
      cell: ({ suggested_cents }) => money(suggested_cents),
    },
    { key: 'why', head: week('why'), cell: (hour) => reasonText(t, hour) },
  ]
}
