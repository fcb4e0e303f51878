'use client'
import { notifications } from '@mantine/notifications'
import type { Translate } from '@openspot/messages/translate.ts'
import type { Messages } from '@openspot/messages/types.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { csvFile } from '@/lib/csv.ts'
import { saveFile } from '@/lib/save-file.ts'
import { CsvButton } from '@/ui/csv-button.tsx'

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
    const table = csvFile(columns.map(([column]) => t(`csv.columns.${column}`)))
    let rows = 0
    let cursor: string | null = null
    setRead(0)
    try {
      do {
        const { items, next_cursor }: { items: Row[]; next_cursor: string | null } = await readPage({
          limit: 100,
          ...(cursor === null ? {} : { cursor }),
        })
        // Written page by page, so that a list of any length can be downloaded.
        table.add(items.map((row) => columns.map(([, cell]) => cell(row, t) ?? '')))
        rows += items.length
        cursor = next_cursor
        setRead(rows)
      } while (cursor !== null)
      saveFile(table.file(name))
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
