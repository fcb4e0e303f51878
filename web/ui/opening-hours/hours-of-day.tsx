import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import type { Weekday } from '@openspot/core/enums.ts'
import { IconX } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import css from './hours.module.css'

const MOST = 6
const steps = Array.from({ length: 49 }, (_, step) => {
  return `${String(Math.floor(step / 2)).padStart(2, '0')}:${step % 2 === 0 ? '00' : '30'}`
})

interface Times {
  opens: string
  closes: string
}

/**
 * The hours of one weekday; none means closed. A range that closes at or before its opening time runs past midnight.
 */
export function HoursOfDay({
  day,
  times,
  fault,
  onChange,
}: {
  day: Weekday
  times: readonly Times[]
  fault: string | null
  onChange: (times: Times[]) => void
}) {
  const t = useTranslations()
  const name = t(`when.days.${day}`)
  const replace = (at: number, part: Partial<Times>) =>
    onChange(times.map((one, index) => (index === at ? { ...one, ...part } : one)))
  // Additional hours start after the existing ones.
  const next = times.length === 0 ? { opens: '07:00', closes: '22:00' } : { opens: '22:30', closes: '23:30' }
  return (
    <div className={css.day} data-closed={times.length === 0 || undefined}>
      <h3>{name}</h3>
      <div className={css.times}>
        {times.length === 0 ? <p className={css.quiet}>{t('when.closed')}</p> : null}
        {times.map(({ opens, closes }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- hours have no other name than their place
          <div key={at} className={css.range}>
            <NativeSelect
              size="sm"
              aria-label={t('prices.hours.opens', { day: name, nth: at + 1 })}
              data={withValue(steps.slice(0, -1), opens)}
              value={opens}
              onChange={(event) => replace(at, { opens: event.currentTarget.value })}
            />
            <span aria-hidden="true">–</span>
            <NativeSelect
              size="sm"
              aria-label={t('prices.hours.closes', { day: name, nth: at + 1 })}
              data={withValue(steps.slice(1), closes)}
              value={closes}
              onChange={(event) => replace(at, { closes: event.currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              size={36}
              aria-label={t('prices.hours.removeFor', { day: name, nth: String(at + 1) })}
              onClick={() => onChange(times.filter((_, index) => index !== at))}
            >
              <IconX size={16} aria-hidden="true" />
            </ActionIcon>
            {closes <= opens ? <span className={css.quiet}>{t('prices.hours.nextDay')}</span> : null}
          </div>
        ))}
        {fault ? (
          <p className={css.fault} role="alert">
            {fault}
          </p>
        ) : null}
      </div>
      {times.length < MOST ? (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={t('prices.hours.addFor', { day: name })}
          onClick={() => onChange([...times, next])}
        >
          {t('prices.hours.add')}
        </Button>
      ) : null}
    </div>
  )
}

/** The current value may not be in the list of choices. */
const withValue = (values: readonly string[], value: string): string[] =>
  values.includes(value) ? [...values] : [...values, value].toSorted()
