'use client'
import { listParkHistoryRoute, type Reservation } from '@openspot/contract/booking/reservations.ts'
import { decimalOf } from '@openspot/core/money/money.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'
import { localDate } from '@openspot/core/time/zone.ts'
import type { Translate } from '@openspot/messages/translate.ts'
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
      columns={columns(t)}
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

const columns = (t: Translate): CsvColumns<Reservation> => [
  [t('staffReservations.csv.columns.id'), (reservation) => reservation.id],
  [t('staffReservations.csv.columns.status'), (reservation) => reservation.status],
  [t('staffReservations.csv.columns.first_name'), (reservation) => reservation.driver?.first_name ?? null],
  [t('staffReservations.csv.columns.last_name'), (reservation) => reservation.driver?.last_name ?? null],
  [t('staffReservations.csv.columns.plate'), (reservation) => reservation.car?.plate ?? null],
  [t('staffReservations.csv.columns.region'), (reservation) => reservation.car?.region ?? null],
  [t('staffReservations.csv.columns.spot'), (reservation) => reservation.spot.label],
  [
    t('staffReservations.csv.columns.starts_at'),
    (reservation) => clockText(reservation.starts_at, reservation.lot.time_zone),
  ],
  [
    t('staffReservations.csv.columns.ends_at'),
    (reservation) => clockText(reservation.ends_at, reservation.lot.time_zone),
  ],
  [t('staffReservations.csv.columns.time_zone'), (reservation) => reservation.lot.time_zone],
  [
    t('staffReservations.csv.columns.total'),
    (reservation) =>
      reservation.total_cents === null || !reservation.currency
        ? ''
        : decimalOf(reservation.total_cents, reservation.currency),
  ],
  [t('staffReservations.csv.columns.currency'), (reservation) => reservation.currency],
  [
    t('staffReservations.csv.columns.created_at'),
    (reservation) => clockText(reservation.created_at, reservation.lot.time_zone),
  ],
  [t('staffReservations.csv.columns.override_reason'), (reservation) => reservation.override_reason],
]
