'use client'
import { Button, SegmentedControl } from '@mantine/core'
import {
  type Difference,
  listDifferencesRoute,
  listReconciliationRunsRoute,
} from '@openspot/contract/money/reconciliation.ts'
import { differenceKinds, differenceStatuses, isOneOf } from '@openspot/core/enums.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { callApi } from '@/lib/api.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import { DataTable } from '@/ui/data-table.tsx'
import { ListCsv } from '@/ui/list-csv.tsx'
import { PagedRows } from '@/ui/list-frame.tsx'
import { MenuChip } from '@/ui/menu-chip.tsx'
import { BarSpace } from '@/ui/paged-list.tsx'
import { EmptyState } from '@/ui/states.tsx'
import { differenceColumns, differenceCsv, runColumns, runCsv } from './columns.tsx'
import { DifferenceDialog } from './difference-dialog.tsx'
import css from './reconciliation.module.css'
import { filterOf, tabs, useDifferences, useRuns, useView, type View } from './use-reconciliation.ts'

type Change = (part: Partial<View>) => void
const client = 'admin' as const

/** Discrepancies and comparisons: two lists whose selection and filters are in the URL. */
export function Lists() {
  const t = useTranslations()
  const [view, change] = useView()
  const differences = useDifferences(view)
  const runs = useRuns(view.tab === 'runs')
  // A copy from when it was opened, because a settled one may leave the list.
  const [open, setOpen] = useState<Difference | null>(null)
  const shown = view.tab === 'differences' ? differences : runs
  const count = shown.data?.pages.reduce((sum, page) => sum + page.items.length, 0) ?? 0
  const frame = {
    skeleton: 4,
    empty: <Nothing view={view} onChange={change} />,
    more: t('platform.reconciliation.more'),
  }
  return (
    <section className={css.lists} aria-label={t('platform.reconciliation.tabs.label')}>
      <div className={css.bar}>
        <SegmentedControl
          aria-label={t('platform.reconciliation.tabs.label')}
          value={view.tab}
          onChange={(tab) => isOneOf(tabs, tab) && change({ tab })}
          data={tabs.map((value) => ({ value, label: t(`platform.reconciliation.tabs.${value}`) }))}
        />
        {view.tab === 'differences' ? <Filters view={view} onChange={change} /> : null}
        <BarSpace />
        {count > 0 ? <Csv view={view} /> : null}
      </div>
      {view.tab === 'differences' ? (
        <PagedRows
          pages={differences}
          {...frame}
          above={
            <p aria-live="polite" className={css.quiet}>
              {t('platform.reconciliation.count', { count, more: String(differences.hasNextPage) })}
            </p>
          }
        >
          {(items) => <Differences items={items} onOpen={setOpen} />}
        </PagedRows>
      ) : (
        <PagedRows pages={runs} {...frame}>
          {(items) => <Runs items={items} />}
        </PagedRows>
      )}
      {open ? <DifferenceDialog difference={open} onClose={() => setOpen(null)} /> : null}
    </section>
  )
}

function Differences({ items, onOpen }: { items: Difference[]; onOpen: (one: Difference) => void }) {
  const t = useTranslations()
  const { reader_zone = 'UTC' } = useClock()
  return (
    <DataTable
      label={t('platform.reconciliation.tabs.differences')}
      columns={differenceColumns(t, reader_zone, onOpen)}
      rows={items}
      keyOf={({ id }) => id}
    />
  )
}

function Runs({ items }: { items: Parameters<ReturnType<typeof runColumns>[number]['cell']>[0][] }) {
  const t = useTranslations()
  const { reader_zone = 'UTC' } = useClock()
  const label = t('platform.reconciliation.tabs.runs')
  return <DataTable label={label} columns={runColumns(t, reader_zone)} rows={items} keyOf={({ id }) => id} />
}

function Filters({ view, onChange }: { view: View; onChange: Change }) {
  const t = useTranslations()
  return (
    <fieldset className={css.filters}>
      <legend className="sr-only">{t('platform.reconciliation.filters')}</legend>
      <MenuChip
        label={t('platform.reconciliation.status')}
        value={
          view.status === null
            ? t('platform.reconciliation.anyStatus')
            : t(`platform.reconciliation.statuses.${view.status}`)
        }
        choices={[null, ...differenceStatuses].map((value) => ({
          text:
            value === null
              ? t('platform.reconciliation.anyStatus')
              : t(`platform.reconciliation.statuses.${value}`),
          chosen: value === view.status,
          choose: () => onChange({ status: value }),
        }))}
      />
      <MenuChip
        label={t('platform.reconciliation.kind')}
        value={
          view.kind === null
            ? t('platform.reconciliation.anyKind')
            : t(`platform.reconciliation.kinds.${view.kind}`)
        }
        choices={[null, ...differenceKinds].map((value) => ({
          text:
            value === null
              ? t('platform.reconciliation.anyKind')
              : t(`platform.reconciliation.kinds.${value}`),
          chosen: value === view.kind,
          choose: () => onChange({ kind: value }),
        }))}
      />
    </fieldset>
  )
}

function Csv({ view }: { view: View }) {
  const t = useTranslations()
  return view.tab === 'differences' ? (
    <ListCsv
      label={t('platform.reconciliation.csv.differences')}
      name="differences"
      columns={differenceCsv}
      readPage={(page) =>
        callApi(listDifferencesRoute, { query: { ...page, ...filterOf(view) } }, { client })
      }
    />
  ) : (
    <ListCsv
      label={t('platform.reconciliation.csv.runs')}
      name="comparisons"
      columns={runCsv}
      readPage={(query) => callApi(listReconciliationRunsRoute, { query }, { client })}
    />
  )
}

function Nothing({ view, onChange }: { view: View; onChange: Change }) {
  const t = useTranslations()
  if (view.tab === 'runs')
    return (
      <EmptyState
        title={t('platform.reconciliation.noRunsTitle')}
        text={t('platform.reconciliation.noRunsText')}
      />
    )
  if (view.status === 'OPEN' && view.kind === null) {
    return (
      <EmptyState
        title={t('platform.reconciliation.agreeTitle')}
        text={t('platform.reconciliation.agreeText')}
      />
    )
  }
  return (
    <EmptyState
      title={t('platform.reconciliation.noneTitle')}
      text={t('platform.reconciliation.noneText')}
      action={
        <Button variant="default" onClick={() => onChange({ status: 'OPEN', kind: null })}>
          {t('platform.reconciliation.clear')}
        </Button>
      }
    />
  )
}
