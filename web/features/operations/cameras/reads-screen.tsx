'use client'
import { Button } from '@mantine/core'
import { listPlateReadsRoute, type PlateRead } from '@openspot/contract/operations/visits.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useLotEvents } from '@/lib/use-lot-events.ts'
import { usePages } from '@/lib/use-pages.ts'
import type { Column } from '@/ui/data-table.tsx'
import { percentText } from '@/ui/figures.ts'
import { PageHead } from '@/ui/page-head.tsx'
import { PagedList } from '@/ui/paged-list.tsx'
import { Plate } from '@/ui/plate.tsx'
import { EmptyState } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import css from './cameras.module.css'
import { PictureDialog, type ShownPicture } from './picture-dialog.tsx'

/** Each read of the cameras of a lot, with its match and what became of the gate. */
export function ReadsScreen({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  const [picture, setPicture] = useState<ShownPicture | null>(null)
  const pages = usePages(
    listPlateReadsRoute,
    (query) => ({ params: { lot_id: lot.id }, query }),
    ({ next_cursor }) => next_cursor,
    { client: 'admin' },
  )
  useLotEvents(lot.id, [listPlateReadsRoute])
  return (
    <>
      <PageHead
        back={<Link href={`/lots/${lot.id}/visits`}>{t('visits.back')}</Link>}
        title={t('visits.readsTitle')}
        text={t('visits.readsText')}
      />
      <PagedList
        label={t('visits.readsTitle')}
        pages={pages}
        columns={columnsOf(t, lot, setPicture)}
        bar={null}
        empty={<EmptyState title={t('visits.readsEmptyTitle')} text={t('visits.emptyText')} />}
        more={t('visits.more')}
      />
      {picture ? <PictureDialog lot={lot} picture={picture} onClose={() => setPicture(null)} /> : null}
    </>
  )
}

const columnsOf = (
  t: Translate,
  lot: ConsoleLot,
  onPicture: (picture: ShownPicture) => void,
): Column<PlateRead>[] => [
  {
    key: 'plate',
    head: t('visits.columns.plate'),
    cell: ({ plate, region }) => <Plate plate={plate} region={region} size="sm" />,
  },
  {
    key: 'when',
    head: t('visits.columns.when'),
    cell: ({ captured_at, confidence }) => (
      <>
        <Moment at={captured_at} zone={lot.time_zone} />
        {confidence === null ? null : (
          <span className={css.below}>
            {t('visits.confidence', { percent: percentText(t, confidence * 100) })}
          </span>
        )}
      </>
    ),
  },
  {
    key: 'camera',
    head: t('visits.columns.camera'),
    cell: ({ camera_name, direction }) => (
      <>
        {camera_name ?? t('visits.byStaff')}
        <span className={css.below}>{t(`visits.directions.${direction}`)}</span>
      </>
    ),
  },
  {
    key: 'right',
    head: t('visits.columns.right'),
    cell: (read) => <MatchOf t={t} read={read} />,
  },
  {
    key: 'gate',
    head: t('visits.columns.gate'),
    cell: ({ gate_result, gate_reason }) =>
      gate_result === null ? null : (
        <>
          {t(`visits.gates.${gate_result}`)}
          {gate_reason ? <span className={css.below}>{t(`gates.staffReasons.${gate_reason}`)}</span> : null}
        </>
      ),
  },
  {
    key: 'picture',
    head: t('visits.columns.picture'),
    cell: ({ id, plate, has_image }) =>
      has_image ? (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t('visits.pictureOf', { plate })}
          onClick={() => onPicture({ plate, read_id: id })}
        >
          {t('visits.picture')}
        </Button>
      ) : null,
  },
]

function MatchOf({ t, read }: { t: Translate; read: PlateRead }) {
  const { match, right_kind, right_plate, spot_label, is_ambiguous } = read
  if (match === null || right_kind === null) return is_ambiguous ? t('visits.ambiguous') : t('visits.noRight')
  return (
    <>
      {t(`visits.rights.${right_kind}`, { spot: spot_label ?? '' })}
      <span className={css.below}>{t(`visits.matches.${match}`)}</span>
      {match === 'EXACT' || right_plate === null ? null : (
        <span className={css.below}>{t('visits.matchedWith', { plate: right_plate })}</span>
      )}
    </>
  )
}
