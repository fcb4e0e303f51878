'use client'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { saveCsv } from '@/lib/csv.ts'
import { CsvButton } from '@/ui/csv-button.tsx'

const MAX_ROWS = 20_000

/** Columns of a download; titles are the API's field names, so that programs can read it. */
export type CsvColumns<Row> = readonly (readonly [head: string, cell: (row: Row) => string | null])[]

/** Downloads all pages of a list. */
export function ListCsv<Row>({
  label,
  name,
  columns,
  readPage,
}: {
  label: string
  name: string
  columns: CsvColumns<Row>
  readPage: (page: {
    cursor?: string
    limit: number
  }) => Promise<{ items: Row[]; next_cursor: string | null }>
}) {
  const t = useTranslations()
  const [read, setRead] = useState<number | null>(null)
  const save = async () => {
    const rows: Row[] = []
    let cursor: string | null = null
    setRead(0)
    try {
      do {
        const { items, next_cursor }: { items: Row[]; next_cursor: string | null } = await readPage({
          limit: 100,
          ...(cursor === null ? {} : { cursor }),
        })
        rows.push(...items)
        cursor = next_cursor
        setRead(rows.length)
      } while (cursor !== null && rows.length < MAX_ROWS)
      const cells = rows.map((row) => columns.map(([, cell]) => cell(row) ?? ''))
      saveCsv(name, [columns.map(([head]) => head), ...cells])
      if (cursor !== null)
        notifications.show({ message: t('staffReservations.csv.tooMany', { rows: rows.length }) })
    } catch {
      notifications.show({ color: 'red', message: t('staffReservations.csv.failed') })
    } finally {
      setRead(null)
    }
  }
  return (
    <CsvButton
      label={label}
      reading={read === null ? null : t('staffReservations.csv.reading', { rows: read })}
      onSave={() => void save()}
    />
  )
}
