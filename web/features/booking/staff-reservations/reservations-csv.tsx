'use client'
import { listParkHistoryRoute, type Reservation } from '@openspot/contract/booking/reservations.ts'
import { decimalOf } from '@openspot/core/money/money.ts'
import { shortCode } from '@openspot/core/reservations/short-code.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'
import { localDate } from '@openspot/core/time/zone.ts'
import { useTranslations } from 'use-intl'
import { callApi } from '@/lib/api.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import { clockText } from '@/lib/clock-text.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { type CsvColumns, ListCsv } from '@/ui/list-csv.tsx'
import { type ReservationsFilter, reservationsQuery } from './reservations-filter.ts'

/** Downloads all pages of the filtered list. */
export function ReservationsCsv({ lot, filter }: { lot: ConsoleLot; filter: ReservationsFilter }) {
  const t = useTranslations()
  const { now } = useClock()
  return (
    <ListCsv
      label={t('staffReservations.csv.label')}
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

const columns: CsvColumns<Reservation> = [
  ['id', (reservation) => reservation.id],
  ['code', (reservation) => shortCode(reservation.id)],
  ['status', (reservation, t) => t(`driver.statuses.${reservation.status}`)],
  ['first_name', (reservation) => reservation.driver?.first_name ?? null],
  ['last_name', (reservation) => reservation.driver?.last_name ?? null],
  ['plate', (reservation) => reservation.car?.plate ?? null],
  ['region', (reservation) => reservation.car?.region ?? null],
  ['spot', (reservation) => reservation.spot.label],
  ['starts_at', (reservation) => clockText(reservation.starts_at, reservation.lot.time_zone)],
  ['ends_at', (reservation) => clockText(reservation.ends_at, reservation.lot.time_zone)],
  ['time_zone', (reservation) => reservation.lot.time_zone],
  [
    'total',
    (reservation) =>
      reservation.total_cents === null || !reservation.currency
        ? ''
        : decimalOf(reservation.total_cents, reservation.currency),
  ],
  ['currency', (reservation) => reservation.currency],
  ['created_at', (reservation) => clockText(reservation.created_at, reservation.lot.time_zone)],
  ['override_reason', (reservation) => reservation.override_reason],
]
