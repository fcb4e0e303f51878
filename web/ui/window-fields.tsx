'use client'
import { Checkbox, NativeSelect } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import { isOneOf, repeatFrequencies, weekdays } from '@openspot/core/enums.ts'
import { formatLength } from '@openspot/core/time/format.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { localDate, localWeekday, plusLocalDays } from '@openspot/core/time/zone.ts'
import { type RepeatWindow, windowFault } from '@openspot/core/windows/windows.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import { CheckboxChips } from '@/ui/picks.tsx'
import { timeLocale, words } from '@/words/index.ts'
import { MomentField, STEP } from './when-fields.tsx'
import css from './window-fields.module.css'

/** How many days back a window may start. */
const PAST_DAYS = 366

/** The fields of a window: start, end, repetition, weekdays, and last day, in the lot's local time. */
export function WindowFields({
  window,
  zone,
  onChange,
  canBeEndless = false,
}: {
  window: RepeatWindow
  zone: string
  onChange: (window: RepeatWindow) => void
  canBeEndless?: boolean
}) {
  const { now } = useClock()
  const say = words.windows
  const starts = minutesOf(window.starts_at)
  const { ends_at } = window
  const length = ends_at === null ? 60 : minutesOf(ends_at) - starts
  const fault = windowFault(zone, window)
  const days = window.weekdays.length > 0 ? window.weekdays : [localWeekday(zone, starts)]
  return (
    <div className={css.window}>
      <div className={css.times}>
        <MomentField
          legend={words.when.from}
          at={window.starts_at}
          zone={zone}
          earliest={isoOf(minutesOf(now) - PAST_DAYS * 1440)}
          onChange={(at) =>
            onChange({ ...window, starts_at: isoOf(at), ends_at: ends_at && isoOf(at + length) })
          }
        />
        {ends_at === null ? (
          <p className={css.endless}>{say.noEnd}</p>
        ) : (
          <MomentField
            legend={words.when.until}
            aside={formatLength(window.starts_at, ends_at, { zone, locale: timeLocale })}
            at={ends_at}
            zone={zone}
            earliest={window.starts_at}
            onChange={(at) => onChange({ ...window, ends_at: isoOf(Math.max(at, starts + STEP)) })}
          />
        )}
      </div>
      {canBeEndless && window.repeat_frequency === 'NEVER' ? (
        <Checkbox
          label={say.endless}
          checked={ends_at === null}
          onChange={(event) =>
            onChange({
              ...window,
              ends_at: event.currentTarget.checked ? null : isoOf(plusLocalDays(zone, starts, 1)),
            })
          }
        />
      ) : null}
      <div className={css.times}>
        <NativeSelect
          className={css.repeat ?? ''}
          label={say.repeats}
          data={repeatFrequencies.map((value) => ({ value, label: say.frequencies[value] }))}
          value={window.repeat_frequency}
          onChange={(event) => {
            const { value } = event.currentTarget
            if (!isOneOf(repeatFrequencies, value)) return
            onChange({
              ...window,
              repeat_frequency: value,
              ends_at: ends_at ?? (value === 'NEVER' ? null : isoOf(plusLocalDays(zone, starts, 1))),
              weekdays: value === 'WEEKLY' ? [localWeekday(zone, starts)] : [],
              until_on: value === 'NEVER' ? null : window.until_on,
            })
          }}
        />
        {window.repeat_frequency === 'NEVER' ? null : (
          <DatePickerInput
            className={css.until ?? ''}
            label={say.lastDay}
            placeholder={say.forEver}
            clearable
            clearButtonProps={{ 'aria-label': say.clearLastDay }}
            value={window.until_on}
            minDate={localDate(zone, starts)}
            valueFormat="ddd D MMM YYYY"
            firstDayOfWeek={1}
            onChange={(until_on) => onChange({ ...window, until_on })}
          />
        )}
      </div>
      {window.repeat_frequency === 'WEEKLY' ? (
        <CheckboxChips
          legend={say.onDays}
          options={weekdays.map((value) => ({ value, label: say.shortDays[value] }))}
          chosen={days}
          onChange={(chosen) => chosen.length > 0 && onChange({ ...window, weekdays: chosen })}
        />
      ) : null}
      {fault ? (
        <p className={css.fault} role="alert">
          {fault.message}
        </p>
      ) : null}
    </div>
  )
}
