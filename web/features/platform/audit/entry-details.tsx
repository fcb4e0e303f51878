import type { Translate } from '@openspot/messages/translate.ts'
import { useTranslations } from 'use-intl'
import { type Column, DataTable } from '@/ui/data-table.tsx'
import { Moment } from '@/ui/time.tsx'
import css from './audit.module.css'
import { detailName } from './detail-names.ts'
import { type DetailRow, detailRows } from './detail-rows.ts'
import { type DetailContext, detailValue } from './detail-texts.ts'

/** What an entry recorded, as a table, in the words of the forms in which it was entered. */
export function EntryDetails({
  details,
  zone,
  currency,
  names,
}: {
  details: Record<string, unknown>
  zone: string
} & Pick<DetailContext, 'currency' | 'names'>) {
  const t = useTranslations()
  // Labels say which spots were meant; their IDs say it again. The ID of what the entry is about is shown above the table.
  const rows = detailRows(details).filter(
    ({ name }) => name !== 'id' && (name !== 'spot_ids' || !('labels' in details)),
  )
  return (
    <div className={css.details}>
      <DataTable
        label={t('audit.detail.table')}
        columns={detailColumns(t, { zone, currency, ...(names ? { names } : {}) }, rows)}
        rows={rows}
        keyOf={({ name, after }) => `${name} ${JSON.stringify(after)}`}
      />
    </div>
  )
}

interface Place extends Omit<DetailContext, 't'> {
  zone: string
}

function detailColumns(t: Translate, place: Place, rows: readonly DetailRow[]): Column<DetailRow>[] {
  const hasBefore = rows.some((row) => 'before' in row)
  const before: Column<DetailRow> = {
    key: 'before',
    head: t('audit.detail.before'),
    isText: true,
    // What is only recorded as it is now was not changed.
    cell: (row) => ('before' in row ? <Value name={row.name} value={row.before} {...place} /> : null),
  }
  return [
    {
      key: 'name',
      head: t('audit.detail.name'),
      cell: ({ name }) => (name === '' ? t('audit.detail.value') : detailName(t, name)),
    },
    ...(hasBefore ? [before] : []),
    {
      key: 'after',
      head: t(hasBefore ? 'audit.detail.after' : 'audit.detail.value'),
      isText: true,
      cell: ({ name, after }) => <Value name={name} value={after} {...place} />,
    },
  ]
}

function Value({ name, value, zone, ...context }: Place & { name: string; value: unknown }) {
  const t = useTranslations()
  const shown = detailValue({ t, ...context }, name, value)
  if (shown === null) return <span className={css.quiet}>{t('audit.detail.nothing')}</span>
  if ('at' in shown) return <Moment at={shown.at} zone={zone} />
  return <bdi>{'is' in shown ? t(shown.is ? 'audit.detail.yes' : 'audit.detail.no') : shown.text}</bdi>
}
