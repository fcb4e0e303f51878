'use client'
import { localeOf } from '@openspot/messages/translate.ts'
import { memo, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import css from './timeline.module.css'
import { LABELS, leftOf, type Scale, shiftOf, ticksOf, widthOf } from './timeline-scale.ts'

/** Days and hours above the rows, and a line for each day. */
export const TimelineAxis = memo(function TimelineAxis({
  scale,
  from,
  to,
  now,
  rows_height,
}: {
  scale: Scale
  from: number
  to: number
  now: number
  rows_height: number
}) {
  const t = useTranslations()
  const locale = localeOf(t)
  const { days, hours } = useMemo(() => ticksOf(scale), [scale])
  const format = useMemo(() => {
    const of = (options: Intl.DateTimeFormatOptions) => {
      const one = new Intl.DateTimeFormat(locale, { ...options, timeZone: scale.zone })
      return (at: number) => one.format(at * 60_000)
    }
    return {
      day: of(
        scale.zoom === 'month' ? { day: 'numeric' } : { weekday: 'short', month: 'short', day: 'numeric' },
      ),
      weekday: of({ weekday: 'narrow' }),
      hour: of({ hour: 'numeric' }),
      full: of({ dateStyle: 'full' }),
    }
  }, [locale, scale])
  const at = (minute: number) => ({
    transform: `translateX(${shiftOf(scale, LABELS + leftOf(scale, minute))}px)`,
  })
  return (
    <>
      <div className={css.axis} style={{ width: LABELS + widthOf(scale) }}>
        <div className={css.corner}>{t('spot.one')}</div>
        {days.map((day, index) => {
          const next = days[index + 1] ?? scale.to
          return next > from && day < to ? (
            <div
              key={day}
              className={css.day}
              title={format.full(day)}
              data-zoom={scale.zoom}
              data-today={(now >= day && now < next) || undefined}
              // Not by a transform, which its sticky label would not follow.
              style={{
                insetInlineStart: LABELS + leftOf(scale, day),
                width: leftOf(scale, next) - leftOf(scale, day),
              }}
            >
              <span>
                {scale.zoom === 'month' ? <small>{format.weekday(day)}</small> : null}
                {format.day(day)}
              </span>
            </div>
          ) : null
        })}
        {hours.map((hour) =>
          hour >= from && hour < to ? (
            <div key={hour} className={css.hour} style={at(hour)}>
              {format.hour(hour)}
            </div>
          ) : null,
        )}
      </div>
      {days.map((day) =>
        day >= from && day < to ? (
          <div key={day} className={css.line} style={{ ...at(day), height: rows_height }} />
        ) : null,
      )}
      {now >= scale.from && now < scale.to ? (
        <div className={css.now} style={{ ...at(now), height: rows_height }} aria-hidden="true" />
      ) : null}
    </>
  )
})
