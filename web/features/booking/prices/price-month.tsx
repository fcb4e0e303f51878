'use client'
import { ActionIcon, Button } from '@mantine/core'
import { listPricePeriodsRoute, type PricePeriod } from '@openspot/contract/booking/prices.ts'
import { firstDayOfWeek } from '@openspot/core/time/calendar.ts'
import { formatDay, formatTime } from '@openspot/core/time/format.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { localDate, startOfDate } from '@openspot/core/time/zone.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import {
  type CalendarDay,
  monthOf,
  type Piece,
  rangeOf,
  stepFrom,
  toCalendarDays,
} from '@/lib/calendar-days.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { QueryState } from '@/ui/list-frame.tsx'
import { MAX_NAMES, type MonthDay, MonthGrid } from '@/ui/month-grid.tsx'
import { Buttons, Panel } from '@/ui/panel.tsx'
import { useTimeFormat } from '@/ui/time.tsx'
import css from './price-month.module.css'
import { calendarPricePath } from './price-paths.ts'
import { changeText } from './price-text.ts'

const nameOf = (t: Translate, { name, is_published }: PricePeriod) =>
  is_published ? name : t('prices.calendar.planMark', { name })

/** The calendar prices of a month by day; the selected day shows its own in full. */
export function PriceMonth({
  lot,
  on,
  today,
  onDay,
}: {
  lot: ConsoleLot
  on: string
  today: string
  onDay: (on: string) => void
}) {
  const t = useTranslations()
  const zone = lot.time_zone
  const timeFormat = useTimeFormat(zone)
  const days = monthOf(on, firstDayOfWeek(localeOf(t)))
  const range = rangeOf(zone, days)
  const answer = useApiQuery(
    listPricePeriodsRoute,
    {
      params: {
        lot_id: lot.id,
        from: localDate(zone, minutesOf(range.starts_at)),
        to: localDate(zone, minutesOf(range.ends_at)),
      },
    },
    { client: 'admin', keep: true },
  )
  const calendarDays = toCalendarDays(zone, days, answer.data?.items ?? [])
  const month = new Intl.DateTimeFormat(localeOf(t), { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (
    <Panel
      title={month.format(Date.parse(`${on.slice(0, 7)}-01T00:00Z`))}
      action={
        <Buttons>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t('prices.calendar.monthBefore')}
            onClick={() => onDay(stepFrom(on, 'month', -1))}
          >
            <IconChevronLeft size={18} aria-hidden="true" />
          </ActionIcon>
          <Button variant="default" size="sm" onClick={() => onDay(today)}>
            {t('prices.calendar.today')}
          </Button>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t('prices.calendar.monthAfter')}
            onClick={() => onDay(stepFrom(on, 'month', 1))}
          >
            <IconChevronRight size={18} aria-hidden="true" />
          </ActionIcon>
        </Buttons>
      }
    >
      <QueryState answer={answer} rows={4} />
      {answer.data ? (
        <>
          <MonthGrid
            month={on.slice(0, 7)}
            days={calendarDays}
            today={today}
            chosen={on}
            more={(count) => t('prices.calendar.more', { count })}
            dayOf={(day) => monthDay(t, day, zone, timeFormat)}
            onDay={onDay}
          />
          <ChosenDay lot={lot} day={calendarDays.find((day) => day.on === on)} />
        </>
      ) : null}
    </Panel>
  )
}

function monthDay(
  t: Translate,
  { on, pieces }: CalendarDay<PricePeriod>,
  zone: string,
  timeFormat: ReturnType<typeof useTimeFormat>,
): MonthDay {
  const spoken = pieces.map(
    ({ part, starts_at, ends_at }) =>
      `${nameOf(t, part)} ${formatTime(starts_at, timeFormat)} – ${formatTime(ends_at, timeFormat)}`,
  )
  const date = formatDay(isoOf(startOfDate(zone, on)), timeFormat)
  return {
    label: `${date}: ${spoken.length > 0 ? spoken.join(t('common.comma')) : t('prices.calendar.dayNone')}`,
    bars: (
      <span className={css.bars}>
        {pieces.slice(0, MAX_NAMES).map((piece) => (
          <span key={`${piece.part.price_id} ${piece.starts_at}`} className={css.bar}>
            <span
              data-plan={!piece.part.is_published || undefined}
              style={{
                insetInlineStart: `${piece.from * 100}%`,
                inlineSize: `${(piece.to - piece.from) * 100}%`,
              }}
            />
          </span>
        ))}
      </span>
    ),
    names: pieces.map(({ part }) => part.name),
  }
}

function ChosenDay({ lot, day }: { lot: ConsoleLot; day: CalendarDay<PricePeriod> | undefined }) {
  const t = useTranslations()
  const timeFormat = useTimeFormat(lot.time_zone)
  if (!day) return null
  const times = ({ starts_at, ends_at }: Piece<PricePeriod>) =>
    `${formatTime(starts_at, timeFormat)} – ${formatTime(ends_at, timeFormat)}`
  return (
    <section className={css.chosen} aria-live="polite">
      <h3>{formatDay(isoOf(startOfDate(lot.time_zone, day.on)), timeFormat)}</h3>
      {day.pieces.length === 0 ? <p className={css.quiet}>{t('prices.calendar.dayNone')}</p> : null}
      <ul>
        {day.pieces.map((piece) => (
          <li key={`${piece.part.price_id} ${piece.starts_at}`}>
            <span className={css.times}>{times(piece)}</span>
            <span className={css.what}>
              {lot.is_admin ? (
                <Link href={calendarPricePath(lot.id, piece.part.price_id)}>{nameOf(t, piece.part)}</Link>
              ) : (
                <span>{nameOf(t, piece.part)}</span>
              )}
              <span>{changeText(t, piece.part, lot.currency)}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
