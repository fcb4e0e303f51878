import type { GuidanceBacktest } from '@openspot/contract/booking/price-guidance.ts'
import { ELASTICITY_BPS, GUIDANCE_DAYS } from '@openspot/core/price-guidance/limits.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import { useTranslations } from 'use-intl'
import { Money, moneyText } from '@/ui/money.tsx'
import { Facts, Panel } from '@/ui/panel.tsx'
import { shareText } from './guidance-text.ts'
import css from './price-guidance.module.css'

/** What the suggestions would have earned and refused, compared with what was charged. */
export function BacktestPanel({ backtest, currency }: { backtest: GuidanceBacktest; currency: string }) {
  const t = useTranslations()
  const count = new Intl.NumberFormat(localeOf(t))
  const difference = backtest.expected_cents - backtest.current_cents
  const money = (cents: number) => <Money cents={cents} currency={currency} />
  return (
    <Panel
      title={t('priceGuidance.backtest.title')}
      text={t('priceGuidance.backtest.text', { bookings: backtest.bookings, days: GUIDANCE_DAYS })}
    >
      <Facts
        items={[
          [t('priceGuidance.backtest.charged'), money(backtest.charged_cents)],
          [t('priceGuidance.backtest.current'), money(backtest.current_cents)],
          [t('priceGuidance.backtest.ifAllBook'), money(backtest.if_all_book_cents)],
          [t('priceGuidance.backtest.expected'), money(backtest.expected_cents)],
          [
            t('priceGuidance.backtest.difference'),
            <strong key="difference">{`${difference > 0 ? '+' : ''}${moneyText(t, difference, currency)}`}</strong>,
          ],
          [t('priceGuidance.backtest.more_expensive'), count.format(backtest.more_expensive)],
          [t('priceGuidance.backtest.less_expensive'), count.format(backtest.less_expensive)],
          [t('priceGuidance.backtest.refused'), count.format(backtest.refused)],
          [t('priceGuidance.backtest.lost'), count.format(backtest.lost)],
        ]}
      />
      <p className={css.quiet}>
        {t('priceGuidance.backtest.assumption', { share: shareText(t, ELASTICITY_BPS / 10) })}
      </p>
    </Panel>
  )
}
