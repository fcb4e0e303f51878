'use client'
import { notifications } from '@mantine/notifications'
import type { Earning } from '@openspot/contract/money/earnings.ts'
import type { Payout } from '@openspot/contract/money/payouts.ts'
import { decimalOf } from '@openspot/core/money/money.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'
import { localDate } from '@openspot/core/time/zone.ts'
import { useState } from 'react'
import { saveCsv } from '@/lib/csv.ts'
import { CsvButton } from '@/ui/csv-button.tsx'
import { words } from '@/words/index.ts'
import { earnedForText } from './earned-for.tsx'
import { payeeName } from './payout-list.tsx'
import type { PayoutsView } from './payouts-view.ts'
import { readEarnings, readPayouts, type Whose } from './use-payouts.ts'

const MAX_ROWS = 20_000

/** Downloads all pages of the current list. */
export function PayoutsCsv({ whose, view, name }: { whose: Whose; view: PayoutsView; name: string }) {
  const say = words.payouts.csv
  const [read, setRead] = useState<number | null>(null)
  const save = async () => {
    setRead(0)
    try {
      const [columns, rows, isWhole] =
        view.tab === 'payouts'
          ? await table(payoutColumns, (cursor) => readPayouts(whose, view, { cursor, limit: 100 }), setRead)
          : await table(
              earningColumns,
              (cursor) => readEarnings(whose, view, { cursor, limit: 100 }),
              setRead,
            )
      saveCsv(`${view.tab}-${name}`, [columns, ...rows])
      if (!isWhole) notifications.show({ message: say.tooMany(rows.length) })
    } catch {
      notifications.show({ color: 'red', message: say.failed })
    } finally {
      setRead(null)
    }
  }
  return (
    <CsvButton
      label={view.tab === 'payouts' ? say.payouts : say.earned}
      reading={read === null ? null : say.reading(read)}
      onSave={() => void save()}
    />
  )
}

type Columns<Row> = readonly (readonly [head: string, cell: (row: Row) => string | null])[]

async function table<Row>(
  columns: Columns<Row>,
  readPage: (cursor: string | null) => Promise<{ items: Row[]; next_cursor: string | null }>,
  onRead: (rows: number) => void,
): Promise<[string[], string[][], boolean]> {
  const rows: Row[] = []
  let cursor: string | null = null
  do {
    const page: { items: Row[]; next_cursor: string | null } = await readPage(cursor)
    rows.push(...page.items)
    cursor = page.next_cursor
    onRead(rows.length)
  } while (cursor !== null && rows.length < MAX_ROWS)
  const cells = rows.map((row) => columns.map(([, cell]) => cell(row) ?? ''))
  return [columns.map(([head]) => head), cells, cursor === null]
}

const day = (at: string | null, zone: string) => (at === null ? null : localDate(zone, minutesOf(at)))

// Column titles are the API's field names, so that programs can read the file.
const payoutColumns: Columns<Payout> = [
  ['number', (one) => String(one.number)],
  ['lot', (one) => one.lot.name],
  ['payee', payeeName],
  ['status', (one) => one.status],
  ['created_on', (one) => day(one.created_at, one.lot.time_zone)],
  ['paid_on', (one) => day(one.paid_at, one.lot.time_zone)],
  ['amount', (one) => decimalOf(one.amount_cents, one.currency)],
  ['currency', (one) => one.currency],
]

const earningColumns: Columns<Earning> = [
  ['lot', (one) => one.lot.name],
  ['for', earnedForText],
  ['starts_on', (one) => day(one.period_starts_at ?? one.reservation?.starts_at ?? null, one.lot.time_zone)],
  ['ends_on', (one) => day(one.period_ends_at ?? one.reservation?.ends_at ?? null, one.lot.time_zone)],
  ['invoice_number', (one) => (one.invoice_number === null ? null : String(one.invoice_number))],
  ['state', (one) => one.state],
  ['due_on', (one) => day(one.due_at, one.lot.time_zone)],
  ['amount', (one) => decimalOf(one.amount_cents, one.currency)],
  ['paid_out', (one) => decimalOf(one.paid_out_cents, one.currency)],
  ['currency', (one) => one.currency],
]
