'use client'
import { Button, NumberInput } from '@mantine/core'
import { exponentOf } from '@openspot/core/money/money.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { moneyText } from '@/ui/money.tsx'
import { PanelChip } from '@/ui/panel-chip.tsx'
import css from './search.module.css'
import type { Preferences, SearchQuery } from './search-query.ts'

/** Price filter, in whole units of the currency of the displayed lots. */
export function PriceChip({
  query,
  currency,
  onChange,
}: {
  query: SearchQuery
  currency: string
  onChange: (part: Partial<Preferences>) => void
}) {
  const t = useTranslations()
  const unit = 10 ** exponentOf(currency)
  const [least, setLeast] = useState<number | string>(inUnits(query.min_cents, unit))
  const [max, setMax] = useState<number | string>(inUnits(query.max_cents, unit))
  const apply = () => {
    const [a, b] = [centsOf(least, unit), centsOf(max, unit)]
    // If the bounds are reversed, the intention is clear.
    const isReversed = a !== null && b !== null && a > b
    onChange({ min_cents: isReversed ? b : a, max_cents: isReversed ? a : b })
  }
  return (
    <PanelChip
      label={t('search.priceLabel')}
      value={valueOf(t, query, currency)}
      isOn={query.min_cents !== null || query.max_cents !== null}
      onClear={() => onChange({ min_cents: null, max_cents: null })}
    >
      {(close) => (
        <form
          className={css.priceForm}
          onSubmit={(event) => {
            event.preventDefault()
            close()
            apply()
          }}
        >
          <div className={css.pricePair}>
            <NumberInput
              label={t('search.from')}
              suffix={` ${currency}`}
              min={0}
              value={least}
              onChange={setLeast}
            />
            <NumberInput
              label={t('search.upTo')}
              suffix={` ${currency}`}
              min={0}
              value={max}
              onChange={setMax}
            />
          </div>
          <p className={css.quiet}>{t('search.priceText')}</p>
          <Button type="submit" variant="default">
            {t('search.show')}
          </Button>
        </form>
      )}
    </PanelChip>
  )
}

const inUnits = (cents: number | null, unit: number) => (cents === null ? '' : cents / unit)
const centsOf = (value: number | string, unit: number): number | null =>
  typeof value === 'number' && value >= 0 ? Math.round(value * unit) : null

function valueOf(t: Translate, { min_cents, max_cents }: SearchQuery, currency: string): string {
  const [least, max] = [min_cents, max_cents].map((cents) =>
    cents === null ? '' : moneyText(t, cents, currency),
  )
  if (least && max) return t('search.betweenPrices', { least, most: max })
  if (least) return t('search.fromPrice', { amount: least })
  return max ? t('search.upToPrice', { amount: max }) : t('search.anyPrice')
}
