'use client'
import { Button } from '@mantine/core'
import {
  type ImportRow,
  listImportRowsRoute,
  type ResidentImport,
} from '@openspot/contract/people/resident-imports.ts'
import { isOneOf } from '@openspot/core/enums.ts'
import { residentActions, residentValidationCodes } from '@openspot/core/residents/enums.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { callApi } from '@/lib/api.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useAddress } from '@/lib/use-address.ts'
import { usePages } from '@/lib/use-pages.ts'
import { DataTable } from '@/ui/data-table.tsx'
import { ListCsv } from '@/ui/list-csv.tsx'
import { PagedRows } from '@/ui/list-frame.tsx'
import { MenuChip } from '@/ui/menu-chip.tsx'
import { Buttons } from '@/ui/panel.tsx'
import { EmptyState } from '@/ui/states.tsx'
import { rowColumns, rowCsv } from './import-row-columns.tsx'
import css from './residents.module.css'
import { ReviewDialog } from './review-dialog.tsx'

const client = 'admin' as const

/** The rows of an import with what becomes of them and why; filtered by either. */
export function ImportRows({ lot, of }: { lot: ConsoleLot; of: ResidentImport }) {
  const t = useTranslations()
  const [values, change] = useAddress(['action', 'code'])
  const action = isOneOf(residentActions, values.action) ? values.action : null
  const code = isOneOf(residentValidationCodes, values.code) ? values.code : null
  const [reviewed, setReviewed] = useState<ImportRow | null>(null)
  const input = (page: { cursor?: string; limit: number }) => ({
    params: { import_id: of.id },
    query: { ...(action ? { action } : {}), ...(code ? { code } : {}), ...page },
  })
  const pages = usePages(listImportRowsRoute, input, ({ next_cursor }) => next_cursor, { client })
  const counts = residentActions.flatMap((one) => {
    const count = of.action_counts[one] ?? 0
    return count > 0 ? [{ action: one, count }] : []
  })
  const codes = residentValidationCodes.filter((one) => (of.code_counts[one] ?? 0) > 0)
  const rowCount = pages.data?.pages.reduce((sum, { items }) => sum + items.length, 0) ?? 0
  return (
    <div className={css.screen}>
      <fieldset className={css.counts}>
        <legend className="sr-only">{t('residents.import.filterBy')}</legend>
        <CountChip
          text={t('residents.import.all')}
          count={counts.reduce((sum, { count }) => sum + count, 0)}
          isChosen={action === null}
          onChoose={() => change({ action: null })}
        />
        {counts.map((one) => (
          <CountChip
            key={one.action}
            text={t(`residents.actions.${one.action}`)}
            count={one.count}
            isChosen={action === one.action}
            onChoose={() => change({ action: one.action })}
          />
        ))}
        {codes.length > 0 ? (
          <MenuChip
            label={t('residents.import.code')}
            value={code ? t(`residents.codes.${code}.name`) : t('residents.import.anyCode')}
            choices={[null, ...codes].map((one) => ({
              text: one
                ? `${t(`residents.codes.${one}.name`)} (${of.code_counts[one] ?? 0})`
                : t('residents.import.anyCode'),
              chosen: one === code,
              choose: () => change({ code: one }),
            }))}
          />
        ) : null}
      </fieldset>
      <PagedRows
        pages={pages}
        more={t('residents.import.more')}
        above={
          <Buttons>
            <p aria-live="polite">
              {t('residents.import.rowCount', { count: rowCount, more: String(pages.hasNextPage) })}
            </p>
            <ListCsv
              label={t('residents.import.csv')}
              name={`import ${of.data_source_name}`}
              columns={rowCsv}
              readPage={(page) => callApi(listImportRowsRoute, input(page), { client })}
            />
          </Buttons>
        }
        empty={
          action === null && code === null ? (
            <EmptyState title={t('residents.import.emptyTitle')} text={t('residents.import.emptyText')} />
          ) : (
            <EmptyState
              title={t('residents.import.noneTitle')}
              text={t('residents.import.noneText')}
              action={
                <Button variant="default" onClick={() => change({ action: null, code: null })}>
                  {t('residents.import.showAll')}
                </Button>
              }
            />
          )
        }
      >
        {(rows) => (
          <DataTable
            label={t('residents.import.rows')}
            columns={rowColumns(t, lot, of, setReviewed)}
            rows={rows}
            keyOf={({ row_no }) => String(row_no)}
            isCards
          />
        )}
      </PagedRows>
      {reviewed ? <ReviewDialog lot={lot} of={of} row={reviewed} onClose={() => setReviewed(null)} /> : null}
    </div>
  )
}

function CountChip({
  text,
  count,
  isChosen,
  onChoose,
}: {
  text: string
  count: number
  isChosen: boolean
  onChoose: () => void
}) {
  return (
    <button type="button" className={css.count} aria-pressed={isChosen} onClick={onChoose}>
      {text}
      <span>{count}</span>
    </button>
  )
}
