import { Button, NativeSelect } from '@mantine/core'
import {
  type DataSource,
  importResidentFileRoute,
  listDataSourcesRoute,
  type ResidentFile,
} from '@openspot/contract/people/data-sources.ts'
import { listImportsRoute } from '@openspot/contract/people/resident-imports.ts'
import { type ResidentFileField, residentFileFields } from '@openspot/core/residents/file-fields.ts'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { Choice } from '@/ui/choice.tsx'
import { GatedButton } from '@/ui/gated-button.tsx'
import { Buttons, Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import { importPath } from './resident-paths.ts'
import css from './residents.module.css'

/** Shown also if the file has no such column. The others appear if they were recognized, or on request. */
const mainFields: readonly ResidentFileField[] = [
  'full_name',
  'first_name',
  'last_name',
  'email',
  'phone',
  'unit',
  'moves_in',
  'moves_out',
]
const refresh = [listDataSourcesRoute, listImportsRoute]

/** Asks what the columns of a file mean, with its first rows, and whether it lists everybody. */
export function FileMapping({
  lot,
  source,
  file,
  onAnother,
}: {
  lot: ConsoleLot
  source: DataSource
  file: ResidentFile
  onAnother: () => void
}) {
  const t = useTranslations()
  const router = useRouter()
  const [mapping, setMapping] = useState<Readonly<Record<string, string>>>(file.mapping)
  const [isMore, setIsMore] = useState(false)
  const [extent, setExtent] = useState<'complete' | 'partial' | null>(null)
  const send = useApiMutation(importResidentFileRoute, { client: 'admin', refresh })
  const has = (...fields: ResidentFileField[]) => fields.some((field) => mapping[field])
  const isEnough =
    has('full_name', 'first_name') &&
    has('full_name', 'last_name') &&
    has('email', 'mobile_phone', 'phone', 'home_phone', 'work_phone')
  const shown = residentFileFields.filter(
    (field) => isMore || mainFields.includes(field) || file.mapping[field] || mapping[field],
  )
  const go = () => {
    if (extent === null) return
    const chosen = Object.fromEntries(
      residentFileFields.flatMap((field) => (mapping[field] ? [[field, mapping[field]] as const] : [])),
    ) as Record<ResidentFileField, string>
    send.mutate(
      {
        params: { data_source_id: source.id, resident_file_id: file.id },
        body: { mapping: chosen, is_complete: extent === 'complete' },
      },
      { onSuccess: ({ id }) => router.push(importPath(lot.id, id)) },
    )
  }
  return (
    <>
      <Panel
        title={t('residents.files.mapTitle')}
        text={t('residents.files.mapText', { rows: file.row_count, file: file.file_name })}
        action={
          <Button variant="default" size="sm" onClick={onAnother}>
            {t('residents.files.another')}
          </Button>
        }
      >
        {file.separator === null ? null : (
          <p className={css.quiet}>{t('csv.separator', { separator: file.separator })}</p>
        )}
        {file.refused_count > 0 ? (
          <Note tone="bad" title={t('residents.files.refusedTitle', { count: file.refused_count })}>
            <ul>
              {file.refused_rows.map(({ row_no, message }) => (
                <li key={row_no}>{t('residents.files.refusedRow', { row: row_no, message })}</li>
              ))}
            </ul>
            <p>{t('residents.files.refusedText')}</p>
          </Note>
        ) : null}
        <ul className={css.mapping}>
          {shown.map((field) => (
            <li key={field}>
              <NativeSelect
                label={t(`residents.files.fields.${field}`)}
                value={mapping[field] ?? ''}
                data={[
                  { value: '', label: t('residents.files.noColumn') },
                  ...file.columns.map((column) => ({ value: column, label: column })),
                ]}
                onChange={({ currentTarget: { value } }) => setMapping({ ...mapping, [field]: value })}
              />
              <p className={css.examples}>{examplesOf(file, mapping[field])}</p>
            </li>
          ))}
        </ul>
        {shown.length < residentFileFields.length || isMore ? (
          <div>
            <Button variant="default" size="sm" onClick={() => setIsMore(!isMore)}>
              {isMore ? t('residents.files.fewer') : t('residents.files.more')}
            </Button>
          </div>
        ) : null}
      </Panel>
      <Panel title={t('residents.files.completeTitle')}>
        {send.error ? <Note tone="bad" title={send.error.message} /> : null}
        <Choice
          name="extent"
          legend={t('residents.files.completeTitle')}
          value={extent}
          onChange={(value) => setExtent(value === 'complete' ? 'complete' : 'partial')}
          options={(['complete', 'partial'] as const).map((value) => ({
            value,
            content: (
              <span className={css.option}>
                <strong>{t(`residents.files.${value}`)}</strong>
                <span>{t(`residents.files.${value}Text`)}</span>
              </span>
            ),
          }))}
        />
        {mapping['status'] ? null : <p className={css.quiet}>{t('residents.files.noStatus')}</p>}
        {isEnough ? null : <Note title={t('residents.files.needed')} />}
        <Buttons>
          <GatedButton
            loading={send.isPending}
            why={!isEnough || extent === null ? t('common.why.fill') : null}
            onClick={go}
          >
            {t('residents.files.go')}
          </GatedButton>
        </Buttons>
      </Panel>
    </>
  )
}

/** Returns the first different values of a column. */
function examplesOf({ columns, sample }: ResidentFile, column: string | undefined): string {
  const index = column ? columns.indexOf(column) : -1
  if (index < 0) return ''
  const values = sample.map((row) => row[index]?.trim() ?? '').filter((value) => value !== '')
  return [...new Set(values)].slice(0, 3).join(' · ')
}
