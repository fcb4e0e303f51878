'use client'
import { listSavedViewsRoute } from '@openspot/contract/people/saved-views.ts'
import type { StaffList } from '@openspot/core/enums.ts'
import { useSearchParams } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { useChoice } from '@/lib/stored-choice.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { writeQuery } from '@/lib/write-query.ts'
import type { Column } from '@/ui/data-table.tsx'
import { ColumnsChip } from './columns-chip.tsx'
import { columnsName, sameQuery, shownColumns, writeColumns } from './list-view.ts'
import { SaveViewDialog } from './save-view-dialog.tsx'
import { ViewsChip } from './views-chip.tsx'

/**
 * The saved views and the columns of a list; a list of cards has none. `columns` are those to show, and `tools` belong to the filters. The filter and order are
 * what the screen keeps in its address; the columns are kept in this browser, and with a view.
 */
export function useListView<Row>(
  lot_id: string,
  list: StaffList,
  all: readonly Column<Row>[] = [],
): { columns: readonly Column<Row>[]; tools: ReactNode } {
  const query = useSearchParams()?.toString() ?? ''
  const stored = useChoice(columnsName(list))
  const [isSaving, setSaving] = useState(false)
  const views = useApiQuery(listSavedViewsRoute, { params: { lot_id }, query: { list } }, { client: 'admin' })
  const columns = shownColumns(all, stored)
  const keys = stored === null ? null : columns.map(({ key }) => key)
  const items = views.data?.items ?? []
  const active =
    items.find(
      (view) => sameQuery(view.query, query) && (view.columns ?? []).join() === (keys ?? []).join(),
    ) ?? null
  return {
    columns,
    tools: (
      <>
        <ViewsChip
          lot_id={lot_id}
          views={items}
          active={active}
          onSave={() => setSaving(true)}
          onOpen={(view) => {
            writeQuery(view.query)
            writeColumns(list, view.columns)
          }}
        />
        {all.length > 2 ? (
          <ColumnsChip all={all} shown={columns} onChange={(next) => writeColumns(list, next)} />
        ) : null}
        {isSaving ? (
          <SaveViewDialog
            lot_id={lot_id}
            view={{ list, query, columns: keys }}
            names={items.map(({ name }) => name)}
            onClose={() => setSaving(false)}
          />
        ) : null}
      </>
    ),
  }
}
