import { useTranslations } from 'use-intl'
import { Note } from '@/ui/states.tsx'
import type { RowResults } from './run-rows.ts'

/** Says which rows of a bulk action failed and why. The others are done. */
export function RowFailures<Row>({
  results: { done, failed },
  nameOf,
}: {
  results: RowResults<Row>
  nameOf: (row: Row) => string
}) {
  const t = useTranslations()
  if (failed.length === 0) return null
  return (
    <Note tone="bad" title={t('undo.some', { done: done.length, failed: failed.length })}>
      <ul>
        {failed.map(({ row, reason }) => (
          <li key={nameOf(row)}>{t('undo.row', { name: nameOf(row), reason })}</li>
        ))}
      </ul>
    </Note>
  )
}
