import { Button } from '@mantine/core'
import type { PlateVisit } from '@openspot/contract/operations/visits.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import Link from 'next/link'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { tag } from '@/lib/messages/tag.ts'
import type { Column } from '@/ui/data-table.tsx'
import { Plate } from '@/ui/plate.tsx'
import { StatusWord } from '@/ui/status-word.tsx'
import { Moment } from '@/ui/time.tsx'
import css from './cameras.module.css'
import { dwellText } from './dwell-text.ts'

const tones = { AUTHORIZED: 'done', OVERSTAY: 'bad', NO_RIGHT: 'bad' } as const

/** Columns of the visits of a lot. */
export function visitColumns(
  t: Translate,
  lot: ConsoleLot,
  on: { onPicture: (visit: PlateVisit) => void; onEnd: ((visit: PlateVisit) => void) | null },
): Column<PlateVisit>[] {
  return [
    {
      key: 'plate',
      head: t('visits.columns.plate'),
      cell: ({ plate, region }) => <Plate plate={plate} region={region} size="sm" />,
    },
    {
      key: 'state',
      head: t('visits.columns.state'),
      cell: ({ state }) => <StatusWord tone={tones[state]}>{t(`visits.states.${state}`)}</StatusWord>,
    },
    {
      key: 'dwell',
      head: t('visits.columns.dwell'),
      cell: ({ dwell_minutes }) => dwellText(t, dwell_minutes),
    },
    {
      key: 'seen',
      head: t('visits.columns.seen'),
      cell: ({ entered_at }) =>
        entered_at === null ? t('visits.notSeen') : <Moment at={entered_at} zone={lot.time_zone} />,
    },
    {
      key: 'left',
      head: t('visits.columns.left'),
      cell: ({ exited_at, end_reason }) =>
        exited_at === null ? (
          t('visits.inside')
        ) : (
          <>
            <Moment at={exited_at} zone={lot.time_zone} />
            {end_reason === null || end_reason === 'EXIT' ? null : (
              <span className={css.below}>{t(`visits.ends.${end_reason}`)}</span>
            )}
          </>
        ),
    },
    {
      key: 'right',
      head: t('visits.columns.right'),
      cell: (visit) => <RightOf t={t} lot={lot} visit={visit} />,
    },
    {
      key: 'act',
      head: t('visits.columns.act'),
      cell: (visit) => (
        <span className={css.acts}>
          {visit.image_read_id === null ? null : (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={t('visits.pictureOf', { plate: visit.plate })}
              onClick={() => on.onPicture(visit)}
            >
              {t('visits.picture')}
            </Button>
          )}
          {visit.exited_at === null && on.onEnd ? (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={t('visits.endOf', { plate: visit.plate })}
              onClick={() => on.onEnd?.(visit)}
            >
              {t('visits.end')}
            </Button>
          ) : null}
        </span>
      ),
    },
  ]
}

function RightOf({ t, lot, visit }: { t: Translate; lot: ConsoleLot; visit: PlateVisit }) {
  const { right_kind, spot_label, match, reservation_id, right_ends_at, driver_name } = visit
  if (right_kind === null || match === null) return t('visits.noRight')
  const text = t(`visits.rights.${right_kind}`, { spot: spot_label ?? '' })
  return (
    <>
      {reservation_id === null ? (
        text
      ) : (
        <Link href={`/lots/${lot.id}/reservations/${reservation_id}`}>{text}</Link>
      )}
      <span className={css.below}>
        {[driver_name, t(`visits.matches.${match}`)].filter(Boolean).join(' · ')}
      </span>
      {right_ends_at === null ? null : (
        <span className={css.below}>
          {t.rich('visits.until', {
            time: tag(<Moment at={right_ends_at} zone={lot.time_zone} inside />),
          })}
        </span>
      )}
    </>
  )
}
