import { notifications } from '@mantine/notifications'
import type { MonitorSpot } from '@openspot/contract/booking/monitor.ts'
import type { Zone } from '@openspot/contract/booking/prices.ts'
import { listLotSpotsRoute } from '@openspot/contract/lots/lot-spots.ts'
import type { StaffSpot } from '@openspot/contract/lots/spots.ts'
import { decimalOf } from '@openspot/core/money/money.ts'
import { spotFactNames } from '@openspot/core/spots/spot-facts.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'
import { localDate } from '@openspot/core/time/zone.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { callApi } from '@/lib/api.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import { clockText } from '@/lib/clock-text.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { saveCsv } from '@/lib/csv.ts'
import { seenName } from '@/lib/seen-name.ts'
import { CsvButton } from '@/ui/csv-button.tsx'
import type { CsvColumns } from '@/ui/list-csv.tsx'

interface Row {
  spot: MonitorSpot
  /** What the board doesn't know. Missing if the spot was deleted meanwhile. */
  facts: StaffSpot | undefined
  zone_name: string
}

/** The columns that an import reads come under the same names, so that an edited export can be imported into another lot. */
function columnsOf({ currency, time_zone }: ConsoleLot): CsvColumns<Row> {
  const amount = (cents: number | null | undefined) =>
    cents === null || cents === undefined ? '' : decimalOf(cents, currency)
  return [
    ['label', ({ spot }) => spot.label],
    ['type', ({ spot }, t) => t(`spot.types.${spot.type}`)],
    ['features', ({ spot }, t) => spot.features.map((feature) => t(`spot.features.${feature}`)).join(' | ')],
    ['level', ({ spot }) => String(spot.level)],
    ['zone', ({ zone_name }) => zone_name],
    ['half_hour', ({ facts }) => amount(facts?.rates?.half_hour_cents)],
    ['hour', ({ facts }) => amount(facts?.rates?.hour_cents)],
    ['day', ({ facts }) => amount(facts?.rates?.day_cents)],
    ['month', ({ facts }) => amount(facts?.rates?.month_cents)],
    ['min_reservation_price', ({ facts }) => amount(facts?.min_reservation_price)],
    ['max_reservation_price', ({ facts }) => amount(facts?.max_reservation_price)],
    ...spotFactNames.map((fact): CsvColumns<Row>[number] => [fact, ({ facts }) => facts?.[fact] ?? '']),
    ['state', ({ spot }, t) => t(`spot.states.${spot.state}.word`)],
    ['until', ({ spot }) => clockText(spot.until, time_zone)],
    ['assigned_to', ({ spot }, t) => (spot.is_assigned ? seenName(t, spot.assigned_to) : '')],
    ['driver', ({ spot: { occupant } }, t) => (occupant ? seenName(t, occupant.name) : '')],
    ['plate', ({ spot }) => spot.occupant?.plate ?? ''],
    ['next_driver', ({ spot: { next } }, t) => (next ? seenName(t, next.name) : '')],
    ['next_starts_at', ({ spot }) => clockText(spot.next?.starts_at ?? null, time_zone)],
  ]
}

function tableOf(t: Translate, lot: ConsoleLot, rows: readonly Row[]): string[][] {
  const columns = columnsOf(lot)
  return [
    columns.map(([name]) => t(`csv.columns.${name}`)),
    ...rows.map((row) => columns.map(([, cell]) => cell(row, t) ?? '')),
  ]
}

async function readFacts(lot_id: string): Promise<Map<string, StaffSpot>> {
  const facts = new Map<string, StaffSpot>()
  let cursor: string | null = null
  do {
    const query: { limit: number; cursor?: string } = { limit: 100, ...(cursor === null ? {} : { cursor }) }
    const { items, next_cursor } = await callApi(
      listLotSpotsRoute,
      { params: { lot_id }, query },
      { client: 'admin' },
    )
    for (const spot of items) facts.set(spot.id, spot)
    cursor = next_cursor
  } while (cursor !== null)
  return facts
}

/** Downloads the shown spots with their prices, limits of the charge, and notes. */
export function SpotsCsv({
  lot,
  zones,
  spots,
}: {
  lot: ConsoleLot
  zones: readonly Zone[]
  spots: readonly MonitorSpot[]
}) {
  const t = useTranslations()
  const { now } = useClock()
  const [isReading, setReading] = useState(false)
  const save = async () => {
    setReading(true)
    try {
      const facts = await readFacts(lot.id)
      const rows = spots.map((spot) => ({
        spot,
        facts: facts.get(spot.id),
        zone_name: zones.find(({ id }) => id === spot.zone_id)?.name ?? '',
      }))
      saveCsv(`spots ${lot.name} ${localDate(lot.time_zone, minutesOf(now))}`, tableOf(t, lot, rows))
    } catch {
      notifications.show({ color: 'red', message: t('staffReservations.csv.failed') })
    } finally {
      setReading(false)
    }
  }
  return (
    <CsvButton
      label={t('spotCalendar.csv.label')}
      reading={isReading ? t('staffReservations.csv.reading', { rows: spots.length }) : null}
      onSave={() => void save()}
    />
  )
}
