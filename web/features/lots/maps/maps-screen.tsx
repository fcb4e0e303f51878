'use client'
import { Button } from '@mantine/core'
import { listMonitorSpotsRoute } from '@openspot/contract/booking/monitor.ts'
import { type LotMap, listMapsRoute } from '@openspot/contract/lots/maps.ts'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { useLotEvents } from '@/lib/use-lot-events.ts'
import { PageHead } from '@/ui/page-head.tsx'
import { Panel } from '@/ui/panel.tsx'
import { SpotPlan } from '@/ui/plan/spot-plan.tsx'
import { BoardSkeleton } from '@/ui/skeletons.tsx'
import { EmptyState, ErrorState, NoPermission } from '@/ui/states.tsx'
import { mapPath, mapsPath } from './map-paths.ts'
import css from './maps.module.css'
import { NewMapDialog } from './new-map-dialog.tsx'
import { SpotShapesPanel } from './spot-shapes-panel.tsx'

const watched = [listMapsRoute]
const paint = { fill: 'var(--os-brand-soft)', stroke: 'var(--os-brand)', ink: 'var(--os-ink)' }

/** The maps of a lot in order, and the ground shapes of its stalls. */
export function MapsScreen({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  useLotEvents(lot.id, watched)
  const [isNew, setIsNew] = useState(false)
  const params = { lot_id: lot.id }
  const answer = useApiQuery(listMapsRoute, { params }, { client: 'admin' })
  const board = useApiQuery(listMonitorSpotsRoute, { params, query: {} }, { client: 'admin' })
  if (answer.error && [401, 403].includes(answer.error.status)) {
    return <NoPermission sign_in={answer.error.status === 401} path={mapsPath(lot.id)} />
  }
  const maps = answer.data?.items ?? []
  const spots = board.data?.items ?? []
  const placed = new Set(maps.flatMap((map) => map.spots.map(({ spot_id }) => spot_id)))
  const add = <Button onClick={() => setIsNew(true)}>{t('maps.add')}</Button>
  return (
    <>
      <PageHead title={t('maps.title')} text={t('maps.text')} action={maps.length > 0 ? add : null} />
      <div className={css.screen}>
        {answer.isPending ? <BoardSkeleton /> : null}
        {answer.isError && !answer.data ? (
          <ErrorState error={answer.error} onRetry={() => answer.refetch()} />
        ) : null}
        {answer.data && maps.length === 0 ? (
          <EmptyState title={t('maps.emptyTitle')} text={t('maps.emptyText')} action={add} />
        ) : null}
        {maps.length > 0 && board.data ? (
          <p className={css.quiet}>
            {t('maps.onNone', { count: spots.filter(({ id }) => !placed.has(id)).length })}
          </p>
        ) : null}
        <ul className={css.maps}>
          {maps.map((map) => (
            <li key={map.id}>
              <MapCard lot={lot} map={map} />
            </li>
          ))}
        </ul>
        <SpotShapesPanel lot={lot} />
      </div>
      <NewMapDialog lot={lot} maps={maps} spots={spots} opened={isNew} onClose={() => setIsNew(false)} />
    </>
  )
}

function MapCard({ lot, map }: { lot: ConsoleLot; map: LotMap }) {
  const t = useTranslations()
  const router = useRouter()
  const href = mapPath(lot.id, map.id)
  const spots = map.spots.map(({ spot_id, label }) => ({ id: spot_id, label, level: 0, shape: null }))
  return (
    <Panel
      title={map.name}
      text={t('maps.spots', { count: map.spots.length })}
      action={
        <Button
          component={Link}
          href={href}
          variant="default"
          size="sm"
          aria-label={t('maps.edit', { name: map.name })}
        >
          {t('maps.editShort')}
        </Button>
      }
    >
      <SpotPlan
        spots={spots}
        map={map}
        chosen={null}
        paint={() => paint}
        onChoose={() => router.push(href)}
      />
    </Panel>
  )
}
