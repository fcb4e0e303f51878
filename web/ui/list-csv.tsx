'use client'
import { notifications } from '@mantine/notifications'
import type { Translate } from '@openspot/messages/translate.ts'
import type { Messages } from '@openspot/messages/types.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { saveCsv } from '@/lib/csv.ts'
import { CsvButton } from '@/ui/csv-button.tsx'

const MAX_ROWS = 20_000

/**
 * Columns of a download. Its titles are the messages `csv.columns`, in the reader's language like the screen. Instants, days,
 * and amounts have one form for all languages, which every spreadsheet reads.
 */
export type CsvColumns<Row> = readonly (readonly [
  name: keyof Messages['csv']['columns'],
  cell: (row: Row, t: Translate) => string | null,
])[]

/** Returns "Yes" or "No" for a cell. */
export const yesOrNo = (t: Translate, value: boolean): string => (value ? t('csv.yes') : t('csv.no'))

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
      const cells = rows.map((row) => columns.map(([, cell]) => cell(row, t) ?? ''))
      saveCsv(name, [columns.map(([column]) => t(`csv.columns.${column}`)), ...cells])
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
