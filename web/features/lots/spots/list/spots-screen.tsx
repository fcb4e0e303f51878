'use client'
import { Button, SegmentedControl } from '@mantine/core'
import { listLotClosuresRoute } from '@openspot/contract/booking/availability.ts'
import { listMonitorSpotsRoute } from '@openspot/contract/booking/monitor.ts'
import { listZonesRoute } from '@openspot/contract/booking/prices.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Closures } from '@/features/lots/spots/availability-rules/closures.tsx'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { useLotEvents } from '@/lib/use-lot-events.ts'
import { DataTable } from '@/ui/data-table.tsx'
import { QueryState } from '@/ui/list-frame.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { NotListed } from '@/ui/spot/not-listed.tsx'
import { EmptyState, NoPermission } from '@/ui/states.tsx'
import { useListView } from '@/ui/views/use-list-view.tsx'
import { AddSpots, BulkBar } from './bulk-bar.tsx'
import { DeletedSpots } from './deleted-spots.tsx'
import { spotColumns } from './spot-columns.tsx'
import { SpotsCsv } from './spots-csv.tsx'
import { bySort, isShown, noFilter } from './spots-filter.ts'
import { SpotsFilters } from './spots-filters.tsx'
import css from './spots-screen.module.css'
import { useSpotsFilter } from './use-spots-filter.ts'

const watched = [listMonitorSpotsRoute, listLotClosuresRoute]

/** The spots of a lot as a table, and the closures of the lot. */
export function SpotsScreen({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  useLotEvents(lot.id, watched)
  const [filter, change] = useSpotsFilter()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const answer = useApiQuery(
    listMonitorSpotsRoute,
    { params: { lot_id: lot.id }, query: {} },
    { client: 'admin', everySeconds: 60 },
  )
  const zones =
    useApiQuery(listZonesRoute, { params: { lot_id: lot.id } }, { client: 'admin' }).data?.items ?? []
  const all = answer.data?.items ?? []
  const counted = all.filter((spot) => isShown(spot, filter))
  const shown = counted
    .filter(({ state }) => filter.state === null || state === filter.state)
    .toSorted(bySort(filter.sort))
  // Spots that disappeared or are filtered out do not stay selected.
  const stillThere = new Set(shown.flatMap(({ id }) => (chosen.has(id) ? [id] : [])))
  const view = useListView(
    lot.id,
    'SPOTS',
    spotColumns(t, lot, lot.is_admin ? { chosen: stillThere, onChoose: setChosen } : null),
  )
  if (answer.error && [401, 403].includes(answer.error.status)) {
    return (
      <>
        <PageHead title={t('spotCalendar.title')} />
        <NoPermission sign_in={answer.error.status === 401} path={`/lots/${lot.id}/spots`} />
      </>
    )
  }
  return (
    <div className={css.screen}>
      <PageHead
        title={t('spotCalendar.title')}
        action={
          <SegmentedControl
            aria-label={t('spotCalendar.tab')}
            value={filter.tab}
            onChange={(tab) => change({ tab: tab === 'closures' ? 'closures' : 'spots' })}
            data={[
              { value: 'spots', label: t('spotCalendar.tabs.spots') },
              { value: 'closures', label: t('spotCalendar.tabs.closures') },
            ]}
          />
        }
      />
      {filter.tab === 'closures' ? <Closures lot={lot} /> : null}
      {filter.tab === 'spots' ? (
        <>
          <QueryState answer={answer} rows={6} />
          {lot.is_admin ? <DeletedSpots lot={lot} /> : null}
          {answer.data && all.length === 0 ? (
            <EmptyState
              title={t('staff.monitor.emptyTitle')}
              text={t('staff.monitor.emptyText')}
              action={lot.is_admin ? <AddSpots lot_id={lot.id} /> : null}
            />
          ) : null}
          {all.length > 0 ? (
            <>
              <NotListed lot={lot} unpriced={all.filter(({ state }) => state === 'EMPTY').length} />
              <SpotsFilters spots={all} zones={zones} counted={counted} filter={filter} onChange={change}>
                {view.tools}
              </SpotsFilters>
              <div className={css.above}>
                <p aria-live="polite">{t('spotCalendar.count', { count: shown.length })}</p>
                {lot.is_admin ? (
                  <BulkBar lot={lot} shown={shown} chosen={stillThere} onChoose={setChosen} />
                ) : null}
                <SpotsCsv lot={lot} zones={zones} spots={shown} />
              </div>
              {shown.length === 0 ? (
                <EmptyState
                  title={t('spotCalendar.none')}
                  text={t('staffReservations.noneText')}
                  action={
                    <Button variant="default" onClick={() => change(noFilter)}>
                      {t('staffReservations.clear')}
                    </Button>
                  }
                />
              ) : (
                <DataTable
                  label={t('spotCalendar.title')}
                  columns={view.columns}
                  rows={shown}
                  keyOf={(spot) => spot.id}
                  isCards
                />
              )}
            </>
          ) : null}
        </>
      ) : null}
    </div>
  )
}
