import { Button } from '@mantine/core'
import type { LotFigures } from '@openspot/contract/booking/lot-figures.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { saveCsv } from '@/lib/csv.ts'
import { CsvButton } from '@/ui/csv-button.tsx'
import { type Column, DataTable } from '@/ui/data-table.tsx'
import { percentText } from '@/ui/figures.ts'
import { Panel } from '@/ui/panel.tsx'
import { EmptyState } from '@/ui/states.tsx'
import { figurePath } from './figure-kinds.ts'

/** How many spots are shown at first. */
const FIRST = 20

/** How much each spot is used; each leads to its reservations. */
export function SpotsPanel({ lot, figures }: { lot: ConsoleLot; figures: LotFigures }) {
  const t = useTranslations()
  const [isAll, setAll] = useState(false)
  const name = t('lotFigures.spots.title')
  const { by_spot, current } = figures
  const rows = isAll ? by_spot : by_spot.slice(0, FIRST)
  return (
    <Panel
      title={name}
      text={t('lotFigures.spots.text')}
      action={
        <CsvButton
          label={t('lotFigures.csv', { name })}
          onSave={() =>
            saveCsv(`${lot.name} ${name} ${current.from_on} ${current.until_on}`, [
              (['spot', 'share', 'previous', 'reservations'] as const).map((key) =>
                t(`lotFigures.spots.${key}`),
              ),
              ...by_spot.map((spot) => [
                spot.label,
                ...[spot.utilization_bps, spot.previous_bps].map((bps) =>
                  bps === null ? '' : (bps / 10_000).toFixed(4),
                ),
                String(spot.reservations),
              ]),
            ])
          }
        />
      }
    >
      {by_spot.length === 0 ? (
        <EmptyState title={t('lotFigures.spots.emptyTitle')} text={t('lotFigures.spots.emptyText')} />
      ) : (
        <DataTable
          label={t('lotFigures.spots.table')}
          columns={columnsOf(t, lot, current)}
          rows={rows}
          keyOf={({ spot_id }) => spot_id}
        />
      )}
      {rows.length < by_spot.length ? (
        <div>
          <Button variant="default" onClick={() => setAll(true)}>
            {t('lotFigures.spots.all', { count: by_spot.length })}
          </Button>
        </div>
      ) : null}
    </Panel>
  )
}

type Spot = LotFigures['by_spot'][number]

function columnsOf(t: Translate, lot: ConsoleLot, period: LotFigures['current']): Column<Spot>[] {
  const format = new Intl.NumberFormat(localeOf(t))
  const shareText = (bps: number | null) => (bps === null ? '–' : percentText(t, Math.round(bps / 10) * 10))
  return [
    {
      key: 'spot',
      head: t('lotFigures.spots.spot'),
      cell: ({ spot_id, label }) => <Link href={figurePath(lot.id, period, { spot_id })}>{label}</Link>,
    },
    {
      key: 'share',
      head: t('lotFigures.spots.share'),
      isFigure: true,
      cell: (spot) => shareText(spot.utilization_bps),
    },
    {
      key: 'previous',
      head: t('lotFigures.spots.previous'),
      isFigure: true,
      cell: (spot) => shareText(spot.previous_bps),
    },
    {
      key: 'reservations',
      head: t('lotFigures.spots.reservations'),
      isFigure: true,
      cell: (spot) => format.format(spot.reservations),
    },
  ]
}
