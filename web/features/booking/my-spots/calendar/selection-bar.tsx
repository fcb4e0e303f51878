'use client'
import { ActionIcon, Checkbox } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import { getEarningsPreviewRoute, type Hosting } from '@openspot/contract/booking/hosting.ts'
import { type Weekday, weekdays } from '@openspot/core/enums.ts'
import type { Span } from '@openspot/core/recurrence/recurrence.ts'
import { isoOf } from '@openspot/core/time/instant.ts'
import { localDate } from '@openspot/core/time/zone.ts'
import { IconX } from '@tabler/icons-react'
import { type RefObject, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useApiQuery } from '@/lib/use-api.ts'
import { dateText } from '@/ui/date-text.ts'
import { percentText } from '@/ui/figures.ts'
import { GatedButton } from '@/ui/gated-button.tsx'
import { moneyText } from '@/ui/money.tsx'
import { MoneyField, readMoney } from '@/ui/money-field.tsx'
import { CheckboxChips } from '@/ui/picks.tsx'
import css from './calendar.module.css'

/** What can be done with the selected hours: list them once or every week, or take them back. */
export function SelectionBar({
  hosting,
  text,
  spans,
  days,
  canTakeBack,
  isBusy,
  first,
  onList,
  onRepeat,
  onTakeBack,
  onClear,
}: {
  hosting: Hosting
  /** The selected days and hours. */
  text: string
  spans: readonly Span[]
  /** The weekdays of the selection. */
  days: Weekday[]
  canTakeBack: boolean
  isBusy: boolean
  /** The button that the keyboard goes to. */
  first: RefObject<HTMLButtonElement | null>
  onList: (hour_cents: number | null) => void
  onRepeat: (days: Weekday[], until_on: string | null, hour_cents: number | null) => void
  onTakeBack: () => void
  onClear: () => void
}) {
  const t = useTranslations()
  const { currency, usual_rates, min_rates, max_rates } = hosting
  const [price, setPrice] = useState('')
  const [repeated, setRepeated] = useState<Weekday[] | null>(null)
  const [until_on, setUntil] = useState<string | null>(null)
  const read = readMoney(t, price, currency)
  // The first may have begun, so it may be shorter than the others.
  const last = spans.at(-1)
  const cents = read.ok ? read.cents : null
  const money = (amount: number | null) => (amount === null ? '' : moneyText(t, amount, currency))
  return (
    <form
      className={css.bar}
      aria-label={t('mySpots.calendar.selection')}
      onSubmit={(event) => {
        event.preventDefault()
        if (repeated) onRepeat(repeated, until_on, cents)
        else onList(cents)
      }}
    >
      <div className={css.head}>
        <p className={css.chosen}>{text}</p>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={t('mySpots.calendar.clear')}
          onClick={onClear}
        >
          <IconX size={18} aria-hidden="true" />
        </ActionIcon>
      </div>
      {usual_rates.hour_cents === null ? null : (
        <MoneyField
          label={t('mySpots.calendar.price', {
            min: money(min_rates.hour_cents),
            max: money(max_rates.hour_cents),
          })}
          text={price}
          currency={currency}
          onChange={setPrice}
          placeholder={money(usual_rates.hour_cents)}
        />
      )}
      {last && read.ok ? (
        <Earnings hosting={hosting} span={last} days={spans.length} hour_cents={cents} />
      ) : null}
      <Checkbox
        label={t('mySpots.calendar.weekly')}
        checked={repeated !== null}
        onChange={(event) => setRepeated(event.currentTarget.checked ? days : null)}
      />
      {repeated ? (
        <>
          <CheckboxChips
            legend={t('recurrence.onDays')}
            options={weekdays.map((value) => ({ value, label: t(`recurrence.shortDays.${value}`) }))}
            chosen={repeated}
            onChange={(chosen) => chosen.length > 0 && setRepeated(chosen)}
          />
          <DatePickerInput
            label={t('recurrence.lastDay')}
            placeholder={t('recurrence.forEver')}
            clearable
            clearButtonProps={{ 'aria-label': t('recurrence.clearLastDay') }}
            value={until_on}
            {...(last ? { minDate: localDate(hosting.spot.lot.time_zone, last.from) } : {})}
            valueFormatter={dateText(t, { withYear: true })}
            onChange={setUntil}
          />
        </>
      ) : null}
      <div className={css.acts}>
        <GatedButton
          ref={first}
          type="submit"
          loading={isBusy}
          why={
            spans.length === 0 ? t('mySpots.calendar.noneToList') : read.ok ? null : t('common.why.correct')
          }
        >
          {repeated ? t('mySpots.calendar.listWeekly') : t('mySpots.calendar.list')}
        </GatedButton>
        <GatedButton
          type="button"
          variant="default"
          loading={isBusy}
          why={canTakeBack ? null : t('mySpots.calendar.noneListed')}
          onClick={onTakeBack}
        >
          {t('mySpots.calendar.takeBack')}
        </GatedButton>
      </div>
    </form>
  )
}

/** What the selected hours earn on each day: if they are booked for the whole time, and as similar spots were booked. */
function Earnings({
  hosting: { spot, currency },
  span,
  days,
  hour_cents,
}: {
  hosting: Hosting
  /** One of the selected times; the others have the same hours. */
  span: Span
  days: number
  hour_cents: number | null
}) {
  const t = useTranslations()
  const query = {
    starts_at: isoOf(span.from),
    ends_at: isoOf(span.to),
    ...(hour_cents === null ? {} : { hour_cents }),
  }
  const params = { spot_id: spot.id }
  const preview = useApiQuery(getEarningsPreviewRoute, { params, query }, { keep: true })
  const { full_cents = null, booked_bps = null, likely_cents = null } = preview.data ?? {}
  if (full_cents === null) return null
  const money = (cents: number) => moneyText(t, cents * days, currency)
  return (
    <p className={css.quiet}>
      {t('mySpots.calendar.full', { amount: money(full_cents) })}{' '}
      {booked_bps === null || likely_cents === null
        ? null
        : t('mySpots.calendar.likely', { share: percentText(t, booked_bps), amount: money(likely_cents) })}
    </p>
  )
}
