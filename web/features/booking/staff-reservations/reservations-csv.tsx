'use client'
import { listParkHistoryRoute, type Reservation } from '@openspot/contract/booking/reservations.ts'
import { decimalOf } from '@openspot/core/money/money.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'
import { localDate } from '@openspot/core/time/zone.ts'
import { callApi } from '@/lib/api.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import { clockText } from '@/lib/clock-text.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { type CsvColumns, ListCsv } from '@/ui/list-csv.tsx'
import { words } from '@/words/index.ts'
import { type ReservationsFilter, reservationsQuery } from './reservations-filter.ts'

/** Downloads all pages of the filtered list. */
export function ReservationsCsv({ lot, filter }: { lot: ConsoleLot; filter: ReservationsFilter }) {
  const { now } = useClock()
  return (
    <ListCsv
      label={words.staffReservations.csv.label}
      name={`reservations ${lot.name} ${localDate(lot.time_zone, minutesOf(now))}`}
      columns={columns}
      readPage={(page) =>
        callApi(
          listParkHistoryRoute,
          { query: { ...reservationsQuery(lot.id, lot.time_zone, filter), ...page } },
          { client: 'admin' },
        )
      }
    />
  )
}

const heads = words.staffReservations.csv.columns
const columns: CsvColumns<Reservation> = [
  [heads.id, (reservation) => reservation.id],
  [heads.status, (reservation) => reservation.status],
  [heads.first_name, (reservation) => reservation.driver?.first_name ?? null],
  [heads.last_name, (reservation) => reservation.driver?.last_name ?? null],
  [heads.plate, (reservation) => reservation.car?.plate ?? null],
  [heads.region, (reservation) => reservation.car?.region ?? null],
  [heads.spot, (reservation) => reservation.spot.label],
  [heads.starts_at, (reservation) => clockText(reservation.starts_at, reservation.lot.time_zone)],
  [heads.ends_at, (reservation) => clockText(reservation.ends_at, reservation.lot.time_zone)],
  [heads.time_zone, (reservation) => reservation.lot.time_zone],
  [
    heads.total,
    (reservation) =>
      reservation.total_cents === null || !reservation.currency
        ? ''
        : decimalOf(reservation.total_cents, reservation.currency),
  ],
  [heads.currency, (reservation) => reservation.currency],
  [heads.created_at, (reservation) => clockText(reservation.created_at, reservation.lot.time_zone)],
  [heads.override_reason, (reservation) => reservation.override_reason],
]
