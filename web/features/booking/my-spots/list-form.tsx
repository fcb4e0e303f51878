'use client'
import { notifications } from '@mantine/notifications'
import { createSpotAvailabilityRoute } from '@openspot/contract/booking/availability.ts'
import { type Hosting, setListingRoute } from '@openspot/contract/booking/hosting.ts'
import { hostShareOf } from '@openspot/core/money/host-share.ts'
import { type Recurrence, recurrenceFault } from '@openspot/core/recurrence/recurrence.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { useApiMutation } from '@/lib/use-api.ts'
import { GatedButton } from '@/ui/gated-button.tsx'
import { moneyText } from '@/ui/money.tsx'
import { MoneyField, readMoney } from '@/ui/money-field.tsx'
import { Panel } from '@/ui/panel.tsx'
import { RecurrenceFields } from '@/ui/recurrence-fields.tsx'
import { changed } from './calendar/changed-routes.ts'
import css from './my-spots.module.css'

const USUAL_HOURS = 8

/** When most hosts are away. */
const workdays = ['MON', 'TUE', 'WED', 'THU', 'FRI'] as const

/**
 * Lists the spot for a time, once or every week, at the lot's price or the host's own. The time is filled in, so one tap can be enough.
 */
export function ListForm({ hosting }: { hosting: Hosting }) {
  const t = useTranslations()
  const { now } = useClock()
  const { spot, currency, usual_rates, min_rates, max_rates } = hosting
  const [times, setTimes] = useState<Recurrence>(() => {
    const from = Math.ceil(minutesOf(now) / 30) * 30
    return {
      starts_at: isoOf(from),
      ends_at: isoOf(from + USUAL_HOURS * 60),
      repeat_frequency: 'NEVER',
      weekdays: [],
      until_on: null,
    }
  })
  const change = (next: Recurrence) => {
    const begins = next.repeat_frequency === 'WEEKLY' && times.repeat_frequency !== 'WEEKLY'
    setTimes(begins ? { ...next, weekdays: workdays } : next)
  }
  const [price, setPrice] = useState('')
  const once = useApiMutation(setListingRoute, { refresh: changed })
  const weekly = useApiMutation(createSpotAvailabilityRoute, { refresh: changed })
  const read = readMoney(t, price, currency)
  const cents = read.ok ? read.cents : null
  const money = (amount: number | null) => (amount === null ? '' : moneyText(t, amount, currency))
  const hour = cents ?? usual_rates.hour_cents
  const isInRange =
    cents === null || (cents >= (min_rates.hour_cents ?? 0) && cents <= (max_rates.hour_cents ?? cents))
  const error = once.error ?? weekly.error
  const done = (isComplete: boolean) =>
    notifications.show({ message: isComplete ? t('mySpots.list.done') : t('mySpots.list.partly') })
  const send = () => {
    const params = { spot_id: spot.id }
    const rates = cents === null ? {} : { rates: { hour_cents: cents } }
    const { starts_at, ends_at, repeat_frequency } = times
    once.reset()
    weekly.reset()
    if (repeat_frequency === 'NEVER')
      once.mutate(
        { params, body: { starts_at, ends_at, is_listed: true, ...rates } },
        { onSuccess: ({ is_complete }) => done(is_complete) },
      )
    else
      weekly.mutate(
        { params, body: { kind: 'OPEN', ...times, weekdays: [...times.weekdays], ...rates } },
        { onSuccess: () => done(true) },
      )
  }
  const atPrice = error?.body?.field === 'rates.hour_cents' ? error.message : null
  return (
    <Panel title={t('mySpots.list.title')} text={t('mySpots.list.text')}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <RecurrenceFields recurrence={times} zone={spot.lot.time_zone} onChange={change} />
        {usual_rates.hour_cents === null ? null : (
          <MoneyField
            label={t('mySpots.list.price')}
            text={price}
            currency={currency}
            onChange={(text) => {
              setPrice(text)
              once.reset()
              weekly.reset()
            }}
            error={atPrice}
            description={t('mySpots.list.limits', {
              min: money(min_rates.hour_cents),
              max: money(max_rates.hour_cents),
              usual: money(usual_rates.hour_cents),
            })}
          />
        )}
        {hour === null || !isInRange ? null : (
          <p>{t('mySpots.list.earns', { amount: money(hostShareOf(hour, hosting)) })}</p>
        )}
        <Guidance hosting={hosting} />
        {error && !atPrice ? (
          <p className={css.fault} role="alert">
            {error.message}
          </p>
        ) : null}
        <GatedButton
          type="submit"
          size="lg"
          loading={once.isPending || weekly.isPending}
          why={
            read.ok && recurrenceFault(spot.lot.time_zone, times) === null ? null : t('common.why.correct')
          }
        >
          {t('mySpots.list.go')}
        </GatedButton>
      </form>
    </Panel>
  )
}

function Guidance({ hosting: { guidance, currency } }: { hosting: Hosting }) {
  const t = useTranslations()
  const hour = guidance.find(({ unit }) => unit === 'HOUR')
  const { median_cents = null, low_cents = null, high_cents = null, reservation_count = 0 } = hour ?? {}
  const count = reservation_count
  return (
    <p className={css.quiet}>
      {median_cents === null || low_cents === null || high_cents === null
        ? t('mySpots.list.noGuidance', { count })
        : t('mySpots.list.guidance', {
            median: moneyText(t, median_cents, currency),
            low: moneyText(t, low_cents, currency),
            high: moneyText(t, high_cents, currency),
            count,
          })}
    </p>
  )
}
