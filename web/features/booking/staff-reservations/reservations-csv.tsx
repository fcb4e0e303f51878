'use client'
import { notifications } from '@mantine/notifications'
import { listParkHistoryRoute, type Reservation } from '@openspot/contract/booking/reservations.ts'
import { decimalOf } from '@openspot/core/money/money.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'
import { localDate } from '@openspot/core/time/zone.ts'
import { useState } from 'react'
import { ask } from '@/lib/api.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import { clockText } from '@/lib/clock-text.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { saveCsv } from '@/lib/csv.ts'
import { CsvButton } from '@/ui/csv-button.tsx'
import { words } from '@/words/index.ts'
import { type ReservationsFilter, reservationsQuery } from './reservations-filter.ts'

const MAX_ROWS = 20_000

/** Downloads all pages of the filtered list. */
export function ReservationsCsv({ lot, filter }: { lot: ConsoleLot; filter: ReservationsFilter }) {
  const say = words.staffReservations.csv
  const { now } = useClock()
  const [read, setRead] = useState<number | null>(null)
  const save = async () => {
    const rows: Reservation[] = []
    let cursor: string | null = null
    setRead(0)
    try {
      do {
        const page: { items: Reservation[]; next_cursor: string | null } = await ask(
          listParkHistoryRoute,
          {
            query: {
              ...reservationsQuery(lot.id, lot.time_zone, filter),
              limit: 100,
              ...(cursor ? { cursor } : {}),
            },
          },
          { client: 'admin' },
        )
        rows.push(...page.items)
        cursor = page.next_cursor
        setRead(rows.length)
      } while (cursor !== null && rows.length < MAX_ROWS)
      const name = `${lot.name} ${localDate(lot.time_zone, minutesOf(now))}`.replaceAll(
        /[^\p{L}\p{N}]+/gu,
        '-',
      )
      saveCsv(`reservations-${name}`, [columns.map(([head]) => head), ...rows.map(cellsOf)])
      if (cursor !== null) notifications.show({ message: say.tooMany(rows.length) })
    } catch {
      notifications.show({ color: 'red', message: say.failed })
    } finally {
      setRead(null)
    }
  }
  return (
    <CsvButton
      label={say.label}
      reading={read === null ? null : say.reading(read)}
      onSave={() => void save()}
    />
  )
}

const heads = words.staffReservations.csv.columns
const columns: [head: string, cell: (reservation: Reservation) => string | null | undefined][] = [
  [heads.id, (reservation) => reservation.id],
  [heads.status, (reservation) => reservation.status],
  [heads.first_name, (reservation) => reservation.driver?.first_name],
  [heads.last_name, (reservation) => reservation.driver?.last_name],
  [heads.plate, (reservation) => reservation.car?.plate],
  [heads.region, (reservation) => reservation.car?.region],
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
const cellsOf = (reservation: Reservation): string[] => columns.map(([, cell]) => cell(reservation) ?? '')
