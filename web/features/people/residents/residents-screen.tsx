'use client'
import { Button } from '@mantine/core'
import { listDataSourcesRoute } from '@openspot/contract/people/data-sources.ts'
import { listImportsRoute, listResidentsRoute } from '@openspot/contract/people/resident-imports.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { callApi } from '@/lib/api.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useAddress } from '@/lib/use-address.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { useLotEvents } from '@/lib/use-lot-events.ts'
import { usePages } from '@/lib/use-pages.ts'
import { DataTable } from '@/ui/data-table.tsx'
import { ListCsv } from '@/ui/list-csv.tsx'
import { ListFrame, QueryState } from '@/ui/list-frame.tsx'
import { MenuChip } from '@/ui/menu-chip.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Buttons } from '@/ui/panel.tsx'
import { SearchField } from '@/ui/search-field.tsx'
import { EmptyState, NoPermission } from '@/ui/states.tsx'
import { useListView } from '@/ui/views/use-list-view.tsx'
import { mayConnect } from './may-connect.ts'
import { residentColumns, residentCsv } from './resident-columns.tsx'
import { newSourcePath, residentsPath, sourcePath } from './resident-paths.ts'
import css from './residents.module.css'
import { SourcesPart } from './sources-part.tsx'

const client = 'admin' as const
const watched = [listDataSourcesRoute, listImportsRoute, listResidentsRoute]

/** The residents of a lot, and above them where they come from. */
export function ResidentsScreen({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  useLotEvents(lot.id, watched)
  const params = { lot_id: lot.id }
  const answer = useApiQuery(listDataSourcesRoute, { params }, { client, everySeconds: 60 })
  const imports = useApiQuery(
    listImportsRoute,
    { params, query: { limit: 50 } },
    { client, everySeconds: 60 },
  )
  if (answer.error && [401, 403].includes(answer.error.status)) {
    return <NoPermission sign_in={answer.error.status === 401} path={residentsPath(lot.id)} />
  }
  const sources = answer.data?.items ?? []
  const file = sources.find((one) => one.kind === 'FILE' && one.integration_status !== 'ARCHIVED')
  const buttons = (
    <Buttons>
      {mayConnect(lot) ? (
        <Button component={Link} href={newSourcePath(lot.id, 'CONNECTION')}>
          {t('residents.connect')}
        </Button>
      ) : null}
      {file || mayConnect(lot) ? (
        <Button
          component={Link}
          variant="default"
          href={file ? sourcePath(lot.id, file.id) : newSourcePath(lot.id, 'FILE')}
        >
          {t('residents.importFile')}
        </Button>
      ) : null}
    </Buttons>
  )
  return (
    <>
      <PageHead
        title={t('residents.title')}
        text={t('residents.text')}
        action={sources.length > 0 ? buttons : null}
      />
      <div className={css.screen}>
        <QueryState answer={answer} />
        {answer.data && sources.length === 0 ? (
          <EmptyState
            title={t('residents.list.emptyTitle')}
            text={
              mayConnect(lot)
                ? t('residents.list.emptyText')
                : `${t('residents.list.emptyText')} ${t('residents.ownersOnly')}`
            }
            action={mayConnect(lot) ? <div className={css.centered}>{buttons}</div> : null}
          />
        ) : null}
        {sources.length > 0 ? (
          <>
            <SourcesPart lot={lot} sources={sources} imports={imports.data?.items ?? []} />
            <ResidentList lot={lot} withSource={sources.length > 1} />
          </>
        ) : null}
      </div>
    </>
  )
}

function ResidentList({ lot, withSource }: { lot: ConsoleLot; withSource: boolean }) {
  const t = useTranslations()
  const [{ q: typed, shown }, change] = useAddress(['q', 'shown'])
  const q = typed?.trim().slice(0, 60) ?? ''
  const isAll = shown === 'all'
  const query = { ...(isAll ? {} : { is_current: true }), ...(q ? { q } : {}) }
  const input = (page: { cursor?: string; limit: number }) => ({
    params: { lot_id: lot.id },
    query: { ...query, ...page },
  })
  const view = useListView(lot.id, 'RESIDENTS', residentColumns(t, lot, withSource))
  const pages = usePages(listResidentsRoute, input, ({ next_cursor }) => next_cursor, { client })
  return (
    <ListFrame
      pages={pages}
      path={residentsPath(lot.id)}
      say={{
        filters: t('residents.list.filters'),
        emptyTitle: t('residents.list.emptyListTitle'),
        emptyText: t('residents.list.emptyListText'),
        noneTitle: t('residents.list.noneTitle'),
        noneText: t('residents.list.noneText'),
        clear: t('residents.list.clear'),
        more: t('residents.list.more'),
        count: (count, more) => t('residents.list.count', { count, more: String(more) }),
      }}
      isNarrowed={q !== ''}
      onClear={() => change({ q: null, shown: 'all' })}
      begin={
        isAll ? null : (
          <Button variant="default" onClick={() => change({ shown: 'all' })}>
            {t('residents.list.showAll')}
          </Button>
        )
      }
      filters={
        <>
          <SearchField
            label={t('residents.list.search')}
            q={q}
            onSearch={(text) => change({ q: text || null })}
          />
          <MenuChip
            label={t('residents.list.shown')}
            value={isAll ? t('residents.list.all') : t('residents.list.current')}
            choices={[false, true].map((all) => ({
              text: all ? t('residents.list.all') : t('residents.list.current'),
              chosen: all === isAll,
              choose: () => change({ shown: all ? 'all' : null }),
            }))}
          />
          {view.tools}
        </>
      }
      csv={
        <ListCsv
          label={t('residents.list.csv')}
          name={`residents ${lot.name}`}
          columns={residentCsv}
          readPage={(page) => callApi(listResidentsRoute, input(page), { client })}
        />
      }
    >
      {(rows) => (
        <DataTable
          label={t('residents.title')}
          columns={view.columns}
          rows={rows}
          keyOf={({ id }) => id}
          isCards
        />
      )}
    </ListFrame>
  )
}
