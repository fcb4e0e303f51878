'use client'
import { Button } from '@mantine/core'
import type { RateSet } from '@openspot/contract/booking/prices.ts'
import type { StaffLot } from '@openspot/contract/lots/lots.ts'
import { type PriceTemplate, priceTemplateNames, ratesOf } from '@openspot/core/prices/price-templates.ts'
import { quote } from '@openspot/core/quote/quote.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { moneyText } from '@/ui/money.tsx'
import { MoneyField, moneyDraft, readMoney } from '@/ui/money-field.tsx'
import { Buttons, Panel } from '@/ui/panel.tsx'
import css from './prices.module.css'

/** Times whose totals are shown, on days without a change of the clock. A null end is a month. */
const examples = {
  twoHours: ['2026-02-03T15:00:00.000Z', '2026-02-03T17:00:00.000Z'],
  workday: ['2026-02-03T14:00:00.000Z', '2026-02-03T23:00:00.000Z'],
  overnight: ['2026-02-03T23:00:00.000Z', '2026-02-04T13:00:00.000Z'],
  month: ['2026-02-03T15:00:00.000Z', null],
} as const
const exampleNames = Object.keys(examples) as (keyof typeof examples)[]
/** What an hour costs at first, in units of the currency. */
const FIRST_HOUR = 4

/** Prices to begin with, with what they cost in examples. They fill the form, which is saved as usual. */
export function PriceTemplates({
  settings,
  onUse,
}: {
  settings: StaffLot
  onUse: (rates: RateSet, max_reservation_price: number) => void
}) {
  const t = useTranslations()
  const prices = settings.price_configuration
  const { currency, cents_per_currency_unit } = prices
  const [text, setText] = useState(
    moneyDraft(t, prices.hour_cents ?? FIRST_HOUR * cents_per_currency_unit, currency),
  )
  const read = readMoney(t, text, currency)
  const hour_cents = read.ok && read.cents ? read.cents : null
  const total = (rates: RateSet, [starts_at, ends_at]: readonly [string, string | null]) => {
    const answer = quote({
      zone: settings.time_zone,
      currency,
      rates,
      min_reservation_price: prices.min_reservation_price,
      max_reservation_price: most(rates, prices.max_reservation_price),
      fee: prices,
      starts_at,
      ends_at,
    })
    return answer.ok ? moneyText(t, answer.total_cents, currency) : t('prices.effect.notSold')
  }
  return (
    <Panel title={t('prices.templates.title')} text={t('prices.templates.text')}>
      <div className={css.form}>
        <MoneyField
          label={t('prices.templates.hour')}
          text={text}
          currency={currency}
          error={hour_cents === null ? t('prices.base.needed') : null}
          onChange={setText}
        />
        {hour_cents === null ? null : (
          <ul className={css.templates}>
            {priceTemplateNames.map((template) => {
              const rates = ratesOf(template, hour_cents, cents_per_currency_unit)
              return (
                <Template
                  key={template}
                  template={template}
                  totals={exampleNames.map((name) => [name, total(rates, examples[name])] as const)}
                  onUse={() => onUse(rates, most(rates, prices.max_reservation_price))}
                />
              )
            })}
          </ul>
        )}
      </div>
    </Panel>
  )
}

/** A month must not be refused as too dear. */
const most = ({ month_cents }: RateSet, max: number) => Math.max(max, (month_cents ?? 0) * 2)

function Template({
  template,
  totals,
  onUse,
}: {
  template: PriceTemplate
  totals: readonly (readonly [name: keyof typeof examples, total: string])[]
  onUse: () => void
}) {
  const t = useTranslations()
  const name = t(`prices.templates.kinds.${template}.name`)
  return (
    <li>
      <h3>{name}</h3>
      <p className={css.quiet}>{t(`prices.templates.kinds.${template}.text`)}</p>
      <dl>
        {totals.map(([example, total]) => (
          <div key={example}>
            <dt>{t(`prices.templates.examples.${example}`)}</dt>
            <dd>{total}</dd>
          </div>
        ))}
      </dl>
      <Buttons>
        <Button
          size="sm"
          variant="default"
          onClick={onUse}
          aria-label={t('prices.templates.useOf', { name })}
        >
          {t('prices.templates.use')}
        </Button>
      </Buttons>
    </li>
  )
}
