import type { LotFigures } from '@openspot/contract/booking/lot-figures.ts'
import { weekdays } from '@openspot/core/enums.ts'
import { formatHour } from '@openspot/core/time/format.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { saveCsv } from '@/lib/csv.ts'
import { CsvButton } from '@/ui/csv-button.tsx'
import { percentText } from '@/ui/figures.ts'
import { Panel } from '@/ui/panel.tsx'
import { WeekGrid, weekdayText } from '@/ui/week-grid.tsx'

const hours = Array.from({ length: 24 }, (_, hour) => hour)

/** The occupancy by weekday and hour, darker where the lot is fuller. */
export function WeekPanel({ lot, figures }: { lot: ConsoleLot; figures: LotFigures }) {
  const t = useTranslations()
  const locale = localeOf(t)
  const name = t('lotFigures.week.title')
  const rows = weekdays.map((weekday) => ({
    weekday,
    label: weekdayText(locale, weekday),
    cells: figures.week.filter((cell) => cell.weekday === weekday),
  }))
  return (
    <Panel
      title={name}
      text={t('lotFigures.week.text')}
      action={
        <CsvButton
          label={t('lotFigures.csv', { name })}
          onSave={() =>
            saveCsv(`${lot.name} ${name} ${figures.current.from_on}`, [
              [t('lotFigures.week.weekday'), ...hours.map((hour) => `${hour}:00`)],
              ...rows.map(({ label, cells }) => [
                label,
                ...cells.map(({ occupancy_bps: bps }) => (bps === null ? '' : (bps / 10_000).toFixed(4))),
              ]),
            ])
          }
        />
      }
    >
      <WeekGrid
        cellOf={(weekday, hour, day) => {
          const bps =
            figures.week.find((cell) => cell.weekday === weekday && cell.hour === hour)?.occupancy_bps ?? null
          const share = bps === null ? '–' : percentText(t, Math.round(bps / 100) * 100)
          return {
            share_bps: bps,
            text: share,
            title: t('lotFigures.week.cell', { weekday: day, hour: formatHour(hour, locale), share }),
          }
        }}
      />
    </Panel>
  )
}
