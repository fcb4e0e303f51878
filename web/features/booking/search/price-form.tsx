'use client'
import { Button, NumberInput } from '@mantine/core'
import { exponentOf } from '@openspot/core/money/money.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import css from './search.module.css'
import type { Preferences } from './search-query.ts'

type Bounds = Pick<Preferences, 'min_cents' | 'max_cents'>

/** The lowest and the highest price, in whole units of the currency. */
export function PriceForm({
  bounds,
  currency,
  onApply,
}: {
  bounds: Bounds
  currency: string
  onApply: (bounds: Bounds) => void
}) {
  const t = useTranslations()
  const unit = 10 ** exponentOf(currency)
  const [least, setLeast] = useState<number | string>(inUnits(bounds.min_cents, unit))
  const [max, setMax] = useState<number | string>(inUnits(bounds.max_cents, unit))
  const apply = () => {
    const [a, b] = [centsOf(least, unit), centsOf(max, unit)]
    // If the bounds are reversed, the intention is clear.
    const isReversed = a !== null && b !== null && a > b
    onApply({ min_cents: isReversed ? b : a, max_cents: isReversed ? a : b })
  }
  return (
    <form
      className={css.priceForm}
      onSubmit={(event) => {
        event.preventDefault()
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
        <NumberInput label={t('search.upTo')} suffix={` ${currency}`} min={0} value={max} onChange={setMax} />
      </div>
      <p className={css.quiet}>{t('search.priceText')}</p>
      <Button type="submit" variant="default">
        {t('search.show')}
      </Button>
    </form>
  )
}

const inUnits = (cents: number | null, unit: number) => (cents === null ? '' : cents / unit)
const centsOf = (value: number | string, unit: number): number | null =>
  typeof value === 'number' && value >= 0 ? Math.round(value * unit) : null
