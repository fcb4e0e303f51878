'use client'
import { Button } from '@mantine/core'
import { listCamerasRoute } from '@openspot/contract/operations/cameras.ts'
import { listPlateVisitsRoute, type PlateVisit, visitFilters } from '@openspot/contract/operations/visits.ts'
import { isOneOf } from '@openspot/core/enums.ts'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useAddress } from '@/lib/use-address.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { useLotEvents } from '@/lib/use-lot-events.ts'
import { usePages } from '@/lib/use-pages.ts'
import { MenuChip } from '@/ui/menu-chip.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { BarSpace, PagedList } from '@/ui/paged-list.tsx'
import { EmptyState } from '@/ui/states.tsx'
import { useListView } from '@/ui/views/use-list-view.tsx'
import { EndVisitDialog } from './end-visit-dialog.tsx'
import { PictureDialog, type ShownPicture } from './picture-dialog.tsx'
import { visitColumns } from './visit-columns.tsx'
import { VisitsCsv } from './visits-csv.tsx'

type Filter = (typeof visitFilters)[number]

/** Vehicles that the cameras of a lot saw: who is inside, for how long, and by what right. */
export function VisitsScreen({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  const [{ show: shown }, change] = useAddress(['show'])
  const show: Filter = isOneOf(visitFilters, shown) ? shown : 'INSIDE'
  const setShow = (next: Filter) => change({ show: next === 'INSIDE' ? null : next })
  const [picture, setPicture] = useState<ShownPicture | null>(null)
  const [ending, setEnding] = useState<PlateVisit | null>(null)
  const pages = usePages(
    listPlateVisitsRoute,
    (query) => ({ params: { lot_id: lot.id }, query: { ...query, show } }),
    ({ next_cursor }) => next_cursor,
    { client: 'admin' },
  )
  const cameras = useApiQuery(
    listCamerasRoute,
    { params: { lot_id: lot.id } },
    { client: 'admin', enabled: lot.is_admin },
  )
  const hasNoCamera = cameras.data?.items.length === 0
  useLotEvents(lot.id, [listPlateVisitsRoute])
  const columns = visitColumns(t, lot, {
    onPicture: ({ plate, image_read_id }) =>
      image_read_id === null ? null : setPicture({ plate, read_id: image_read_id }),
    // A platform admin only looks.
    onEnd: lot.role === null ? null : setEnding,
  })
  const view = useListView(lot.id, 'VISITS', columns)
  return (
    <>
      <PageHead
        title={t('visits.title')}
        text={t('visits.text')}
        action={
          <Button component={Link} variant="default" href={`/lots/${lot.id}/visits/reads`}>
            {t('visits.reads')}
          </Button>
        }
      />
      <PagedList
        label={t('visits.title')}
        pages={pages}
        columns={view.columns}
        bar={
          <>
            <MenuChip
              label={t('visits.show')}
              value={t(`visits.filters.${show}`)}
              choices={visitFilters.map((one) => ({
                text: t(`visits.filters.${one}`),
                chosen: one === show,
                choose: () => setShow(one),
              }))}
            />
            {view.tools}
            <BarSpace />
            <VisitsCsv lot={lot} show={show} />
          </>
        }
        empty={
          hasNoCamera ? (
            <EmptyState
              title={t('visits.emptyTitle')}
              text={t('cameras.emptyText')}
              action={
                <Button component={Link} href={`/lots/${lot.id}/cameras`}>
                  {t('cameras.add')}
                </Button>
              }
            />
          ) : show === 'ALL' ? (
            <EmptyState title={t('visits.emptyTitle')} text={t('visits.emptyText')} />
          ) : (
            <EmptyState
              title={t('visits.noneTitle')}
              text={t('visits.noneText')}
              action={
                <Button variant="default" onClick={() => setShow('ALL')}>
                  {t('visits.clear')}
                </Button>
              }
            />
          )
        }
        more={t('visits.more')}
      />
      {picture ? <PictureDialog lot={lot} picture={picture} onClose={() => setPicture(null)} /> : null}
      {ending ? <EndVisitDialog lot={lot} visit={ending} onClose={() => setEnding(null)} /> : null}
    </>
  )
}
