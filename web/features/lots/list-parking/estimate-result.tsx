import type { EarningsEstimate } from '@openspot/contract/lots/earnings-estimate.ts'
import type { Place } from '@openspot/contract/lots/lots.ts'
import { monthlyEarnings } from '@openspot/core/lots/earnings.ts'
import { centsPerUnit } from '@openspot/core/money/currencies.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import { useTranslations } from 'use-intl'
import { moneyText } from '@/ui/money.tsx'
import type { EstimateQuery } from './estimate-query.ts'
import css from './list-parking.module.css'

/** Without lots to compare with, amounts are in this currency. */
const FALLBACK = 'USD'

/**
 * What the lots nearby earned, if that can be said without disclosing anyone's income; and what follows from the visitor's
 * own price and occupancy.
 */
export function EstimateResult({
  query,
  place,
  answer,
}: {
  query: EstimateQuery
  place: Place | null
  answer: EarningsEstimate | null
}) {
  const t = useTranslations()
  const estimate = answer?.estimate ?? null
  const { spots, price, occupied } = query
  const currency = estimate?.currency ?? FALLBACK
  const platform_share_bps = answer?.platform_share_bps ?? 0
  const day_cents = price * centsPerUnit(currency)
  const plan = answer?.plans?.find(({ max_spots }) => max_spots === null || max_spots >= spots)
  const own = monthlyEarnings({ spots, day_cents, occupied_percent: occupied, platform_share_bps })
  const money = (cents: number) => moneyText(t, cents, currency)
  /** An estimate is not exact to the cent. */
  const about = (cents: number) =>
    new Intl.NumberFormat(localeOf(t), { style: 'currency', currency, maximumFractionDigits: 0 }).format(
      cents / centsPerUnit(currency),
    )
  const share = new Intl.NumberFormat(localeOf(t), { style: 'percent', maximumFractionDigits: 2 }).format(
    platform_share_bps / 10_000,
  )
  return (
    <div className={css.result}>
      {query.q !== '' && place === null ? <p>{t('listParking.estimate.unknown', { q: query.q })}</p> : null}
      {place && estimate ? (
        <>
          <p className={css.figure}>
            {t('listParking.estimate.month', { amount: about(estimate.month_cents * spots) })}
          </p>
          <p>
            {t('listParking.estimate.nearby', {
              place: place.name,
              amount: about(estimate.month_cents),
              count: estimate.lot_count,
              from: monthOf(estimate.from_on, localeOf(t), 0),
              until: monthOf(estimate.until_on, localeOf(t), -1),
            })}
          </p>
        </>
      ) : null}
      {place && !estimate ? <p>{t('listParking.estimate.tooFew', { place: place.name })}</p> : null}
      {answer ? (
        <>
          <p className={place && estimate ? undefined : css.figure}>
            {t('listParking.estimate.month', { amount: about(own) })}
          </p>
          <p>
            {t('listParking.estimate.own', {
              spots,
              price: money(day_cents),
              occupied,
              share,
            })}
          </p>
        </>
      ) : null}
      {plan && plan.month_cents > 0 ? (
        <p>{t('listParking.estimate.plan', { spots, amount: money(plan.month_cents) })}</p>
      ) : null}
      <p className={css.quiet}>{t('listParking.estimate.noPromise')}</p>
    </div>
  )
}

/** "August 2026": the month of a day, or the one some months after it. */
function monthOf(on: string, locale: string, months: number): string {
  const [year = 0, month = 1] = on.split('-').map(Number)
  const day = new Date(Date.UTC(year, month - 1 + months, 1))
  return new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(day)
}
