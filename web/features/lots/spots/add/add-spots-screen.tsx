'use client'
import { SegmentedControl } from '@mantine/core'
import { listZonesRoute } from '@openspot/contract/booking/prices.ts'
import { isOneOf } from '@openspot/core/enums.ts'
import Link from 'next/link'
import { useSearchParams } from 'next/navigation'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { writeQuery } from '@/lib/write-query.ts'
import { PageHead } from '@/ui/page-head.tsx'
import { AddByLabels } from './add-by-labels.tsx'
import { AddFromGeoJson } from './add-from-geojson.tsx'
import { AddFromOutline } from './add-from-outline.tsx'
import { AddFromTable } from './add-from-table.tsx'

const ways = ['labels', 'outline', 'table', 'geojson'] as const

/** Adds spots to a lot, by labels or from a table. */
export function AddSpotsScreen({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  const requestedWay = useSearchParams()?.get('way')
  const way = isOneOf(ways, requestedWay) ? requestedWay : 'labels'
  const zones = useApiQuery(listZonesRoute, { params: { lot_id: lot.id } }, { client: 'admin' })
  return (
    <>
      <PageHead
        back={<Link href={`/lots/${lot.id}/spots`}>{t('spotCalendar.title')}</Link>}
        title={t('lotSpots.title')}
        action={
          <SegmentedControl
            aria-label={t('lotSpots.way')}
            value={way}
            onChange={(next) => writeQuery(next === 'labels' ? '' : `way=${next}`)}
            data={ways.map((value) => ({ value, label: t(`lotSpots.ways.${value}`) }))}
          />
        }
      />
      {way === 'labels' ? <AddByLabels lot={lot} zones={zones.data?.items ?? []} /> : null}
      {way === 'outline' ? <AddFromOutline lot={lot} /> : null}
      {way === 'table' ? <AddFromTable lot={lot} /> : null}
      {way === 'geojson' ? <AddFromGeoJson lot={lot} /> : null}
    </>
  )
}
