import { type Weekday, weekdays } from '@openspot/core/enums.ts'
import { formatHour } from '@openspot/core/time/format.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import css from './week-grid.module.css'

const hours = Array.from({ length: 24 }, (_, hour) => hour)
/** 1 January 2024 was a Monday. */
export const weekdayText = (locale: string, weekday: Weekday): string =>
  new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(
    Date.UTC(2024, 0, 1 + weekdays.indexOf(weekday)),
  )

/** An hour of the week: how dark it is, what it says, and what is drawn on it. */
export interface WeekCell {
  /** In basis points of the darkest; null if nothing is known. */
  share_bps: number | null
  /** What a screen reader reads, and what is shown when pointed at. */
  text: string
  title: string
  mark?: ReactNode
}

/** The hours of the week as a table, darker where there is more. */
export function WeekGrid({ cellOf }: { cellOf: (weekday: Weekday, hour: number, day: string) => WeekCell }) {
  const t = useTranslations()
  const locale = localeOf(t)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section className={css.scroll} aria-label={t('lotFigures.week.weekday')} tabIndex={0}>
      <table className={css.week}>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">{t('lotFigures.week.weekday')}</span>
            </th>
            {hours.map((hour) => (
              <th key={hour} scope="col">
                {/* Only every third hour has room. */}
                <span className={hour % 3 === 0 ? undefined : 'sr-only'}>{formatHour(hour, locale)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weekdays.map((weekday) => {
            const day = weekdayText(locale, weekday)
            return (
              <tr key={weekday}>
                <th scope="row">{day}</th>
                {hours.map((hour) => {
                  const { share_bps, text, title, mark } = cellOf(weekday, hour, day)
                  return (
                    <td
                      key={hour}
                      title={title}
                      style={{
                        background: `color-mix(in srgb, var(--os-brand) ${Math.round((share_bps ?? 0) / 100)}%, var(--os-sunken))`,
                      }}
                    >
                      {mark}
                      <span className="sr-only">{text}</span>
                    </td>
                  )
                })}
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
