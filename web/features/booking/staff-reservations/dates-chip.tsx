'use client'
import { NativeSelect } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import { reservationRanges } from '@openspot/contract/booking/reservations.ts'
import { isOneOf } from '@openspot/core/enums.ts'
import { formatDay } from '@openspot/core/time/format.ts'
import { isoOf } from '@openspot/core/time/instant.ts'
import { startOfDate } from '@openspot/core/time/zone.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { useTranslations } from 'use-intl'
import { dateText } from '@/ui/date-text.ts'
import { PanelChip } from '@/ui/panel-chip.tsx'
import { useTimeFormat } from '@/ui/time.tsx'
import type { ReservationsFilter } from './reservations-filter.ts'

/** Relative to this date no day is "today", and each is shown with its year. */
const LONG_AGO = '1970-01-01T00:00:00.000Z'

type Days = Pick<ReservationsFilter, 'from_on' | 'until_on' | 'range_of'>

/** Formats a range of days; null if it has neither a start nor an end. */
function daysText(t: Translate, from: string | null, to: string | null): string | null {
  if (from && to) return t('staffReservations.days.between', { from, to })
  if (from) return t('staffReservations.days.from', { from })
  return to ? t('staffReservations.days.until', { to }) : null
}

/** Filters reservations by the local days that they overlap, or on which they start or were paid. */
export function DatesChip({
  from_on,
  until_on,
  range_of,
  seesMoney,
  onChange,
}: Days & { seesMoney: boolean; onChange: (part: Partial<Days>) => void }) {
  const t = useTranslations()
  // A date has no time zone, so it is formatted in UTC.
  const timeFormat = useTimeFormat('UTC')
  const dayText = (day: string) => formatDay(isoOf(startOfDate('UTC', day)), { ...timeFormat, now: LONG_AGO })
  const days = daysText(t, from_on && dayText(from_on), until_on && dayText(until_on))
  const value = days && range_of ? t(`staffReservations.daysOf.${range_of}`, { days }) : days
  const ranges = reservationRanges.filter((one) => seesMoney || one !== 'PAYMENT')
  return (
    <PanelChip
      label={t('staffReservations.dates')}
      value={value ?? t('staffReservations.anyDates')}
      isOn={value !== null}
      onClear={() => onChange({ from_on: null, until_on: null, range_of: null })}
    >
      {() => (
        <>
          <p>{t('staffReservations.datesText')}</p>
          <DatePickerInput
            label={t('staffReservations.fromDay')}
            placeholder={t('staffReservations.anyDates')}
            valueFormatter={dateText(t, { withYear: true })}
            popoverProps={{ withinPortal: false }}
            value={from_on}
            {...(until_on ? { maxDate: until_on } : {})}
            onChange={(day) => onChange({ from_on: day })}
          />
          <DatePickerInput
            label={t('staffReservations.toDay')}
            placeholder={t('staffReservations.anyDates')}
            valueFormatter={dateText(t, { withYear: true })}
            popoverProps={{ withinPortal: false }}
            value={until_on}
            {...(from_on ? { minDate: from_on } : {})}
            onChange={(day) => onChange({ until_on: day })}
          />
          <NativeSelect
            label={t('staffReservations.rangeOf')}
            value={range_of ?? ''}
            data={[
              { value: '', label: t('staffReservations.ranges.TIME') },
              ...ranges.map((one) => ({ value: one, label: t(`staffReservations.ranges.${one}`) })),
            ]}
            onChange={({ currentTarget: { value: next } }) =>
              onChange({ range_of: isOneOf(reservationRanges, next) ? next : null })
            }
          />
        </>
      )}
    </PanelChip>
  )
}
