import type { Translate } from '@openspot/messages/translate.ts'
import { useTranslations } from 'use-intl'
import { type Column, DataTable } from '@/ui/data-table.tsx'
import { Moment } from '@/ui/time.tsx'
import css from './audit.module.css'
import { type DetailRow, detailRows, detailValue } from './detail-rows.ts'

/** What an entry recorded, as a table. Names of values are those of the API, so that who reads them can look them up. */
export function EntryDetails({ details, zone }: { details: Record<string, unknown>; zone: string }) {
  const t = useTranslations()
  const rows = detailRows(details)
  return (
    <div className={css.details}>
      <DataTable
        label={t('audit.detail.table')}
        columns={detailColumns(t, zone, rows)}
        rows={rows}
        keyOf={({ name }) => name}
      />
    </div>
  )
}

function detailColumns(t: Translate, zone: string, rows: readonly DetailRow[]): Column<DetailRow>[] {
  const hasBefore = rows.some((row) => 'before' in row)
  const before: Column<DetailRow> = {
    key: 'before',
    head: t('audit.detail.before'),
    isText: true,
    // What is only recorded as it is now was not changed.
    cell: (row) => ('before' in row ? <Value value={row.before} zone={zone} /> : null),
  }
  return [
    {
      key: 'name',
      head: t('audit.detail.name'),
      cell: ({ name }) => (name === '' ? t('audit.detail.value') : <code>{name}</code>),
    },
    ...(hasBefore ? [before] : []),
    {
      key: 'after',
      head: t(hasBefore ? 'audit.detail.after' : 'audit.detail.value'),
      isText: true,
      cell: ({ after }) => <Value value={after} zone={zone} />,
    },
  ]
}

function Value({ value, zone }: { value: unknown; zone: string }) {
  const t = useTranslations()
  const shown = detailValue(value)
  if (shown === null) return <span className={css.quiet}>{t('audit.detail.nothing')}</span>
  if ('at' in shown) return <Moment at={shown.at} zone={zone} />
  return <bdi>{'is' in shown ? t(shown.is ? 'audit.detail.yes' : 'audit.detail.no') : shown.text}</bdi>
}
