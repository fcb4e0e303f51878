'use client'
import { listMonitorSpotsRoute } from '@openspot/contract/booking/monitor.ts'
import { getMapRoute } from '@openspot/contract/lots/maps.ts'
import { byLabel } from '@openspot/core/maps/row.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { PageHead } from '@/ui/page-head.tsx'
import { BoardSkeleton } from '@/ui/skeletons.tsx'
import { ErrorState, NoPermission } from '@/ui/states.tsx'
import { MapEditor } from './map-editor.tsx'
import { mapPath, mapsPath } from './map-paths.ts'

/** The page for editing one map of a lot. */
export function MapScreen({ lot, map_id }: { lot: ConsoleLot; map_id: string }) {
  const t = useTranslations()
  const map = useApiQuery(getMapRoute, { params: { map_id } }, { client: 'admin' })
  const spots = useApiQuery(
    listMonitorSpotsRoute,
    { params: { lot_id: lot.id }, query: {} },
    { client: 'admin' },
  )
  const error = map.error ?? spots.error
  if (error && [401, 403].includes(error.status)) {
    return <NoPermission sign_in={error.status === 401} path={mapPath(lot.id, map_id)} />
  }
  return (
    <>
      <PageHead
        back={<Link href={mapsPath(lot.id)}>{t('maps.editor.back')}</Link>}
        title={map.data?.name ?? t('maps.title')}
      />
      {map.data && spots.data ? (
        <MapEditor
          lot={lot}
          map={map.data}
          spots={spots.data.items.toSorted(byLabel)}
          reload={async () => (await map.refetch()).data}
        />
      ) : error ? (
        <ErrorState error={error} onRetry={() => Promise.all([map.refetch(), spots.refetch()])} />
      ) : (
        <BoardSkeleton />
      )}
    </>
  )
}
