import type { PublicLot } from '@openspot/contract/lots/lots.ts'
import { resolveRates } from '@openspot/core/prices/resolve-rates.ts'
import { ratePeriods } from '@openspot/core/quote/rates.ts'
import { quoteUnits } from '@openspot/core/quote/types.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { DataTable } from '@/ui/data-table.tsx'
import { Money } from '@/ui/money.tsx'
import { Panel } from '@/ui/panel.tsx'
import { type PriceDraft, readChange } from './price-draft.ts'

/** The cost of a block of each length during a calendar price, calculated like a quote. */
export function PriceEffect({
  draft,
  prices,
  lot,
}: {
  draft: PriceDraft
  prices: PublicLot['price_configuration']
  lot: ConsoleLot
}) {
  const t = useTranslations()
  const change = readChange(t, draft, lot.currency)
  if (!change) return null
  const { rates } = resolveRates({ lot: prices, zone: null, spot: null }, prices)
  const { starts_at } = draft.recurrence
  const starts = minutesOf(starts_at)
  const units = draft.units.length === 0 ? null : draft.units
  const [period] = ratePeriods(
    { rates, rate_changes: [{ ...change, units, starts_at, ends_at: isoOf(starts + 1) }] },
    starts,
    starts + 1,
  )
  const rows = quoteUnits
    .map((unit, at) => ({ unit, usual: period?.base[at] ?? null, changed: period?.listed[at] ?? null }))
    .filter(({ usual }) => usual !== null)
    .toReversed()
  const amount = (cents: number | null) =>
    cents === null ? null : <Money cents={cents} currency={lot.currency} />
  return (
    <Panel title={t('prices.calendar.effect')} text={t('prices.calendar.effectText')}>
      <DataTable
        label={t('prices.calendar.effectTable')}
        rows={rows}
        keyOf={({ unit }) => unit}
        columns={[
          {
            key: 'unit',
            head: t('prices.calendar.columns.units'),
            cell: ({ unit }) => t(`prices.units.${unit}`),
          },
          {
            key: 'usual',
            head: t('prices.calendar.usually'),
            isFigure: true,
            cell: ({ usual }) => amount(usual),
          },
          {
            key: 'changed',
            head: t('prices.calendar.changed'),
            isFigure: true,
            cell: ({ changed }) => amount(changed),
          },
        ]}
      />
    </Panel>
  )
}
