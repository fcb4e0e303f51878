'use client'
import { listParkHistory, type Reservation } from '@openspot/contract/booking/reservations.ts'
import { decimalOf } from '@openspot/core/money/money.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'
import { localDate } from '@openspot/core/time/zone.ts'
import { ask } from '@/lib/api.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import { clockText } from '@/lib/clock-text.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { type CsvColumns, ListCsv } from '@/ui/list-csv.tsx'
import { words } from '@/words/index.ts'
import { type StaysFilter, staysQuery } from './stays-filter.ts'

/** Downloads all pages of the filtered list. */
export function StaysCsv({ lot, filter }: { lot: ConsoleLot; filter: StaysFilter }) {
  const { now } = useClock()
  return (
    <ListCsv
      label={words.staffReservations.csv.label}
      name={`reservations ${lot.name} ${localDate(lot.time_zone, minutesOf(now))}`}
      columns={columns}
      readPage={(page) =>
        ask(
          listParkHistory,
          { query: { ...staysQuery(lot.id, lot.time_zone, filter), ...page } },
          { client: 'admin' },
        )
      }
    />
  )
}

const heads = words.staffReservations.csv.columns
const columns: CsvColumns<Reservation> = [
  [heads.id, (stay) => stay.id],
  [heads.status, (stay) => stay.status],
  [heads.first_name, (stay) => stay.driver?.first_name ?? null],
  [heads.last_name, (stay) => stay.driver?.last_name ?? null],
  [heads.plate, (stay) => stay.car?.plate ?? null],
  [heads.region, (stay) => stay.car?.region ?? null],
  [heads.spot, (stay) => stay.spot.label],
  [heads.starts_at, (stay) => clockText(stay.starts_at, stay.lot.time_zone)],
  [heads.ends_at, (stay) => clockText(stay.ends_at, stay.lot.time_zone)],
  [heads.time_zone, (stay) => stay.lot.time_zone],
  [
    heads.total,
    (stay) => (stay.total_cents === null || !stay.currency ? '' : decimalOf(stay.total_cents, stay.currency)),
  ],
  [heads.currency, (stay) => stay.currency],
  [heads.created_at, (stay) => clockText(stay.created_at, stay.lot.time_zone)],
  [heads.override_reason, (stay) => stay.override_reason],
]
