'use client'
import { Checkbox, NativeSelect } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import { isOneOf, repeatFrequencies, weekdays } from '@openspot/core/enums.ts'
import { type Recurrence, recurrenceFault } from '@openspot/core/recurrence/recurrence.ts'
import { formatLength } from '@openspot/core/time/format.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { localDate, localWeekday, plusLocalDays } from '@openspot/core/time/zone.ts'
import { reasonText } from '@openspot/messages/reason-text.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { dateText } from '@/ui/date-text.ts'
import { CheckboxChips } from '@/ui/picks.tsx'
import css from './recurrence-fields.module.css'
import { MomentField, STEP } from './when-fields.tsx'

/** How many days back a recurrence may start. */
const PAST_DAYS = 366

/** The fields of a recurrence: start, end, repetition, weekdays, and last day, in the lot's local time. */
export function RecurrenceFields({
  recurrence,
  zone,
  onChange,
  canBeEndless = false,
}: {
  recurrence: Recurrence
  zone: string
  onChange: (recurrence: Recurrence) => void
  canBeEndless?: boolean
}) {
  const t = useTranslations()
  const { now } = useClock()
  const starts = minutesOf(recurrence.starts_at)
  const { ends_at } = recurrence
  const length = ends_at === null ? 60 : minutesOf(ends_at) - starts
  const fault = recurrenceFault(zone, recurrence)
  const days = recurrence.weekdays.length > 0 ? recurrence.weekdays : [localWeekday(zone, starts)]
  return (
    <div className={css.recurrence}>
      <div className={css.times}>
        <MomentField
          legend={t('when.from')}
          at={recurrence.starts_at}
          zone={zone}
          earliest={isoOf(minutesOf(now) - PAST_DAYS * 1440)}
          onChange={(at) =>
            onChange({ ...recurrence, starts_at: isoOf(at), ends_at: ends_at && isoOf(at + length) })
          }
        />
        {ends_at === null ? (
          <p className={css.endless}>{t('recurrence.noEnd')}</p>
        ) : (
          <MomentField
            legend={t('when.until')}
            aside={formatLength(recurrence.starts_at, ends_at, { zone, locale: localeOf(t) })}
            at={ends_at}
            zone={zone}
            earliest={recurrence.starts_at}
            onChange={(at) => onChange({ ...recurrence, ends_at: isoOf(Math.max(at, starts + STEP)) })}
          />
        )}
      </div>
      {canBeEndless && recurrence.repeat_frequency === 'NEVER' ? (
        <Checkbox
          label={t('recurrence.endless')}
          checked={ends_at === null}
          onChange={(event) =>
            onChange({
              ...recurrence,
              ends_at: event.currentTarget.checked ? null : isoOf(plusLocalDays(zone, starts, 1)),
            })
          }
        />
      ) : null}
      <div className={css.times}>
        <NativeSelect
          className={css.repeat ?? ''}
          label={t('recurrence.repeats')}
          data={repeatFrequencies.map((value) => ({ value, label: t(`recurrence.frequencies.${value}`) }))}
          value={recurrence.repeat_frequency}
          onChange={(event) => {
            const { value } = event.currentTarget
            if (!isOneOf(repeatFrequencies, value)) return
            onChange({
              ...recurrence,
              repeat_frequency: value,
              ends_at: ends_at ?? (value === 'NEVER' ? null : isoOf(plusLocalDays(zone, starts, 1))),
              weekdays: value === 'WEEKLY' ? [localWeekday(zone, starts)] : [],
              until_on: value === 'NEVER' ? null : recurrence.until_on,
            })
          }}
        />
        {recurrence.repeat_frequency === 'NEVER' ? null : (
          <DatePickerInput
            className={css.until ?? ''}
            label={t('recurrence.lastDay')}
            placeholder={t('recurrence.forEver')}
            clearable
            clearButtonProps={{ 'aria-label': t('recurrence.clearLastDay') }}
            value={recurrence.until_on}
            minDate={localDate(zone, starts)}
            valueFormatter={dateText(t, { withYear: true })}
            onChange={(until_on) => onChange({ ...recurrence, until_on })}
          />
        )}
      </div>
      {recurrence.repeat_frequency === 'WEEKLY' ? (
        <CheckboxChips
          legend={t('recurrence.onDays')}
          options={weekdays.map((value) => ({ value, label: t(`recurrence.shortDays.${value}`) }))}
          chosen={days}
          onChange={(chosen) => chosen.length > 0 && onChange({ ...recurrence, weekdays: chosen })}
        />
      ) : null}
      {fault ? (
        <p className={css.fault} role="alert">
          {reasonText(t, fault.reason)}
        </p>
      ) : null}
    </div>
  )
}
