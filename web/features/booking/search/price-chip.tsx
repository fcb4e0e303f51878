'use client'
import type { Translate } from '@openspot/messages/translate.ts'
import dynamic from 'next/dynamic'
import { useTranslations } from 'use-intl'
import { moneyText } from '@/ui/money.tsx'
import { PanelChip } from '@/ui/panel-chip.tsx'
import type { Preferences, SearchQuery } from './search-query.ts'

/** Few visitors look for a price, so its fields load when someone opens them. */
const PriceForm = dynamic(() => import('./price-form.tsx').then((one) => one.PriceForm), { ssr: false })

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
  const { min_cents, max_cents } = query
  return (
    <PanelChip
      label={t('search.priceLabel')}
      value={valueOf(t, query, currency)}
      isOn={min_cents !== null || max_cents !== null}
      onClear={() => onChange({ min_cents: null, max_cents: null })}
    >
      {(close) => (
        <PriceForm
          bounds={{ min_cents, max_cents }}
          currency={currency}
          onApply={(bounds) => {
            close()
            onChange(bounds)
          }}
        />
      )}
    </PanelChip>
  )
}

function valueOf(t: Translate, { min_cents, max_cents }: SearchQuery, currency: string): string {
  const [least, max] = [min_cents, max_cents].map((cents) =>
    cents === null ? '' : moneyText(t, cents, currency),
  )
  if (least && max) return t('search.betweenPrices', { least, most: max })
  if (least) return t('search.fromPrice', { amount: least })
  return max ? t('search.upToPrice', { amount: max }) : t('search.anyPrice')
}
