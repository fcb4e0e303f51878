'use client'
import { Button, NumberInput } from '@mantine/core'
import { exponentOf } from '@openspot/core/money/money.ts'
import { useState } from 'react'
import { moneyText } from '@/ui/money.tsx'
import { PanelChip } from '@/ui/panel-chip.tsx'
import { words } from '@/words/index.ts'
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
  const say = words.search
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
      label={say.priceLabel}
      value={valueOf(query, currency)}
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
            <NumberInput label={say.from} suffix={` ${currency}`} min={0} value={least} onChange={setLeast} />
            <NumberInput label={say.upTo} suffix={` ${currency}`} min={0} value={max} onChange={setMax} />
          </div>
          <p className={css.quiet}>{say.priceText}</p>
          <Button type="submit" variant="default">
            {say.show}
          </Button>
        </form>
      )}
    </PanelChip>
  )
}

const inUnits = (cents: number | null, unit: number) => (cents === null ? '' : cents / unit)
const centsOf = (value: number | string, unit: number): number | null =>
  typeof value === 'number' && value >= 0 ? Math.round(value * unit) : null

function valueOf({ min_cents, max_cents }: SearchQuery, currency: string): string {
  const say = words.search
  const [least, max] = [min_cents, max_cents].map((cents) =>
    cents === null ? '' : moneyText(cents, currency),
  )
  if (least && max) return say.betweenPrices(least, max)
  if (least) return say.fromPrice(least)
  return max ? say.upToPrice(max) : say.anyPrice
}
