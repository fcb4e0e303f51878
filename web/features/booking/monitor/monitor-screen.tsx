'use client'
import { Button, Popover, SegmentedControl } from '@mantine/core'
import {
  getReservationsSummaryRoute,
  listMonitorSpotsRoute,
  listMonitorVehiclesRoute,
  type MonitorSpot,
} from '@openspot/contract/booking/monitor.ts'
import { listZonesRoute } from '@openspot/contract/booking/prices.ts'
import { listParkHistoryRoute } from '@openspot/contract/booking/reservations.ts'
import { listMapsRoute } from '@openspot/contract/lots/maps.ts'
import { lookAlikeKey, normalizePlate } from '@openspot/core/plates/plates.ts'
import { IconInfoCircle, IconLayoutGrid } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { tag } from '@/lib/messages/tag.ts'
import { useChoice, writeChoice } from '@/lib/stored-choice.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { useLotEvents } from '@/lib/use-lot-events.ts'
import { MoreFilters } from '@/ui/more-filters.tsx'
import { SearchField } from '@/ui/search-field.tsx'
import { BoardSkeleton } from '@/ui/skeletons.tsx'
import { SpotLegend } from '@/ui/spot/spot-legend.tsx'
import { StateChips } from '@/ui/spot/state-chips.tsx'
import { EmptyState, ErrorState, NoPermission } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import { ZoneChip } from '@/ui/zone-chip.tsx'
import { Board, BoardPlan, DENSITY } from './board.tsx'
import { LotReservations } from './lot-reservations.tsx'
import { MomentChip } from './moment-chip.tsx'
import css from './monitor.module.css'
import { SpotPanel } from './spot-panel.tsx'
import { Summary } from './summary.tsx'
import { useView } from './use-view.ts'
import { Vehicles } from './vehicles.tsx'

const watched = [
  listMapsRoute,
  listMonitorSpotsRoute,
  listMonitorVehiclesRoute,
  listParkHistoryRoute,
  getReservationsSummaryRoute,
]

/** Whether a spot has this label, or a plate on it contains the text or looks alike. */
const isWanted = ({ label, occupant }: MonitorSpot, q: string): boolean => {
  const plate = lookAlikeKey(normalizePlate(q))
  return (
    q === '' ||
    label.toLowerCase().startsWith(q.trim().toLowerCase()) ||
    (plate !== '' && lookAlikeKey(normalizePlate(occupant?.plate ?? '')).includes(plate))
  )
}

/** The live state of a lot: its spots by state, their occupants, and what comes next. */
export function MonitorScreen({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  const isLive = useLotEvents(lot.id, watched)
  const [view, change] = useView()
  const isDense = useChoice(DENSITY) === 'dense'
  // States also change over time, for which there are no events, so they are polled too.
  const answer = useApiQuery(
    listMonitorSpotsRoute,
    { params: { lot_id: lot.id }, query: view.at === null ? {} : { at: view.at } },
    { client: 'admin', everySeconds: view.at === null ? 60 : 0 },
  )
  const zones = useApiQuery(listZonesRoute, { params: { lot_id: lot.id } }, { client: 'admin' })
  const maps = useApiQuery(
    listMapsRoute,
    { params: { lot_id: lot.id } },
    { client: 'admin', enabled: view.view === 'plan' },
  )
  if (answer.error && [401, 403].includes(answer.error.status)) {
    return <NoPermission sign_in={answer.error.status === 401} path={`/lots/${lot.id}/monitor`} />
  }
  const spots = answer.data?.items ?? []
  const count = [view.zone_id, view.at].filter(Boolean).length
  const isInZone = (spot: MonitorSpot) => view.zone_id === null || spot.zone_id === view.zone_id
  const inZone = spots.filter(isInZone)
  const wanted = view.view === 'vehicles' ? '' : view.q
  const isShown = (spot: MonitorSpot) =>
    isInZone(spot) && (view.state === null || spot.state === view.state) && isWanted(spot, wanted)
  const shown = spots.filter(isShown)
  const chosen = spots.find((spot) => spot.id === view.spot_id) ?? null
  const choose = (spot_id: string) => change({ spot_id: spot_id === view.spot_id ? null : spot_id })

  return (
    <div className={css.screen}>
      <header className={css.head}>
        <div>
          <h1>{lot.name}</h1>
          <p
            className={css.live}
            data-live={(isLive && view.at === null) || undefined}
            data-past={view.at !== null || undefined}
            role="status"
          >
            <span aria-hidden="true" />
            {view.at !== null
              ? t.rich('staff.monitor.asItWas', {
                  time: tag(<Moment at={view.at} zone={lot.time_zone} inside />),
                })
              : isLive
                ? t('staff.monitor.live')
                : answer.data
                  ? t.rich('staff.monitor.asOf', {
                      time: tag(<Moment at={answer.data.at} zone={lot.time_zone} clock />),
                    })
                  : t('staff.monitor.waiting')}
          </p>
        </div>
        <Summary lot_id={lot.id} at={view.at} zone={lot.time_zone} />
      </header>
      <div className={css.tools}>
        <SearchField
          label={t(view.view === 'vehicles' ? 'staff.monitor.vehicles.search' : 'staff.monitor.search')}
          q={view.q}
          onSearch={(q) => change({ q })}
        />
        {view.view === 'vehicles' ? null : (
          <StateChips spots={inZone} state={view.state} onChange={(state) => change({ state })} />
        )}
        <MoreFilters count={count} label={t('staff.monitor.options', { count })}>
          {view.view === 'vehicles' ? null : (
            <ZoneChip
              zones={zones.data?.items ?? []}
              spots={spots}
              zone_id={view.zone_id}
              onChange={(zone_id) => change({ zone_id })}
            />
          )}
          <div className={css.toolsEnd}>
            <MomentChip at={view.at} zone={lot.time_zone} onChange={(at) => change({ at })} />
            {view.view === 'vehicles' ? null : (
              <Popover position="bottom-end" width={460} withinPortal>
                <Popover.Target>
                  <Button
                    variant="default"
                    size="sm"
                    leftSection={<IconInfoCircle size={16} aria-hidden="true" />}
                  >
                    {t('staff.monitor.legend')}
                  </Button>
                </Popover.Target>
                <Popover.Dropdown>
                  <SpotLegend />
                </Popover.Dropdown>
              </Popover>
            )}
            {view.view === 'board' ? (
              <Button
                variant={isDense ? 'light' : 'default'}
                size="sm"
                aria-pressed={isDense}
                leftSection={<IconLayoutGrid size={16} aria-hidden="true" />}
                onClick={() => writeChoice(DENSITY, isDense ? null : 'dense')}
              >
                {t('staff.monitor.dense')}
              </Button>
            ) : null}
          </div>
        </MoreFilters>
        <SegmentedControl
          size="sm"
          aria-label={t('staff.monitor.view')}
          value={view.view}
          onChange={(next) => change({ view: next })}
          data={[
            { value: 'board', label: t('staff.monitor.board') },
            { value: 'plan', label: t('staff.monitor.plan') },
            { value: 'vehicles', label: t('staff.monitor.vehicles.title') },
          ]}
        />
      </div>
      {view.view === 'vehicles' ? (
        <Vehicles lot={lot} q={view.q} at={view.at} />
      ) : (
        <div className={css.main}>
          <section aria-label={t('staff.monitor.spots')} className={css.spots}>
            {answer.isPending ? <BoardSkeleton cells={40} /> : null}
            {answer.isError && !answer.data ? (
              <ErrorState error={answer.error} onRetry={() => answer.refetch()} />
            ) : null}
            {answer.data && spots.length === 0 ? (
              <EmptyState title={t('staff.monitor.emptyTitle')} text={t('staff.monitor.emptyText')} />
            ) : null}
            {spots.length > 0 && shown.length === 0 ? (
              <p className={css.quiet} role="status">
                {wanted === '' ? t('staff.monitor.none') : t('staff.monitor.noneWanted', { q: wanted })}
              </p>
            ) : null}
            {view.view === 'plan' && spots.length > 0 && !maps.isPending ? (
              <BoardPlan
                spots={spots}
                maps={maps.data?.items ?? []}
                shows={isShown}
                chosen={view.spot_id}
                zone={lot.time_zone}
                onChoose={choose}
              />
            ) : (
              <Board spots={shown} chosen={view.spot_id} zone={lot.time_zone} onChoose={choose} />
            )}
          </section>
          <div className={css.side} data-open={chosen !== null || undefined}>
            <SpotPanel
              spot={chosen}
              zone_name={zones.data?.items.find(({ id }) => id === chosen?.zone_id)?.name ?? null}
              lot={lot}
              onClose={() => change({ spot_id: null })}
            />
          </div>
        </div>
      )}
      {view.at === null ? <LotReservations lot={lot} /> : null}
    </div>
  )
}
