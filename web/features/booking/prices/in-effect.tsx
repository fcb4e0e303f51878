import type { RateSet } from '@openspot/contract/booking/prices.ts'
import { type RateDerivation, type RateSource, resolveRates } from '@openspot/core/prices/resolve-rates.ts'
import { useTranslations } from 'use-intl'
import { Money } from '@/ui/money.tsx'
import { Panel } from '@/ui/panel.tsx'
import css from './prices.module.css'

const units = ['half_hour', 'hour', 'day', 'month'] as const

/** The prices that result from the edited rates: each length, and the source of its price. */
export function InEffect({
  lot,
  zone,
  derive,
  currency,
  title,
}: {
  lot: RateSet
  zone: RateSet | null
  derive: RateDerivation
  currency: string
  title?: string
}) {
  const t = useTranslations()
  const { rates, sources } = resolveRates({ lot, zone, spot: null }, derive)
  const sourceOf = (unit: (typeof units)[number], source: RateSource) => {
    if (source !== 'DERIVED') return t(`prices.effect.sources.${source}`)
    return unit === 'day'
      ? t('prices.effect.fromHours', { hours: derive.day_from_hours ?? 0 })
      : t('prices.effect.fromDays', { days: derive.month_from_days ?? 0 })
  }
  const isNothing = units.every((unit) => rates[`${unit}_cents`] === null)
  return (
    <Panel
      title={title ?? t('prices.effect.titleThen')}
      text={zone ? t('prices.effect.zoneText') : t('prices.effect.text')}
    >
      {isNothing ? <p className={css.bad}>{t('prices.effect.nothing')}</p> : null}
      <dl className={css.effect}>
        {units.map((unit) => {
          const cents = rates[`${unit}_cents`]
          const source = sources[`${unit}_cents`]
          return (
            <div key={unit}>
              <dt>{t(`lot.per.${unit}`)}</dt>
              <dd>
                {cents === null ? (
                  <span className={css.quiet}>{t('prices.effect.notSold')}</span>
                ) : (
                  <Money cents={cents} currency={currency} size="lg" />
                )}
                {source ? <span className={css.quiet}>{sourceOf(unit, source)}</span> : null}
              </dd>
            </div>
          )
        })}
      </dl>
    </Panel>
  )
}
