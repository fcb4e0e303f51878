import type { MonitorSpot } from '@openspot/contract/booking/monitor.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import Link from 'next/link'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { reservationPath, spotPath } from '@/lib/paths.ts'
import { seenName } from '@/lib/seen-name.ts'
import type { Column } from '@/ui/data-table.tsx'
import { Plate } from '@/ui/plate.tsx'
import { ChoosableCell, type RowChoice } from '@/ui/row-choice.tsx'
import { ShortText } from '@/ui/short-text.tsx'
import { levelText } from '@/ui/spot/level-text.ts'
import { NoPrice } from '@/ui/spot/not-listed.tsx'
import { SpotSwatch } from '@/ui/spot/spot-cell.tsx'
import { stateWord } from '@/ui/spot/spot-states.ts'
import { spotWords } from '@/ui/spot/spot-words.ts'
import { Moment } from '@/ui/time.tsx'
import css from './spots-screen.module.css'

/** Columns of the spots table; the first one names the spot and links to its calendar. */
export function spotColumns(
  t: Translate,
  lot: Pick<ConsoleLot, 'id' | 'time_zone' | 'is_admin'>,
  choice: RowChoice | null,
): Column<MonitorSpot>[] {
  const zone = lot.time_zone
  return [
    {
      key: 'label',
      head: t('spotCalendar.columns.label'),
      cell: (spot) => {
        const link = (
          <Link className={css.label} href={spotPath(lot.id, spot.id)}>
            {spot.label}
          </Link>
        )
        if (!choice) return link
        return (
          <ChoosableCell id={spot.id} label={t('lotSpots.choose', { label: spot.label })} choice={choice}>
            {link}
          </ChoosableCell>
        )
      },
    },
    {
      key: 'state',
      head: t('spotCalendar.columns.state'),
      cell: ({ state }) => (
        <span className={css.state}>
          <span className={css.swatch}>
            <SpotSwatch state={state} />
          </span>
          {stateWord(t, state)}
          {state === 'EMPTY' ? <NoPrice lot={lot} /> : null}
        </span>
      ),
    },
    {
      key: 'until',
      head: t('spotCalendar.columns.until'),
      cell: ({ until }) => (until ? <Moment at={until} zone={zone} /> : null),
    },
    {
      key: 'here',
      head: t('spotCalendar.columns.here'),
      cell: ({ occupant }) =>
        occupant ? (
          <span className={css.person}>
            <Link href={reservationPath(lot.id, occupant.reservation_id)}>{seenName(t, occupant.name)}</Link>
            {occupant.plate ? <Plate plate={occupant.plate} size="sm" /> : null}
          </span>
        ) : null,
    },
    {
      key: 'next',
      head: t('spotCalendar.columns.next'),
      cell: ({ next }) =>
        next ? (
          <span className={css.person}>
            <Moment at={next.starts_at} zone={zone} />
            <Link href={reservationPath(lot.id, next.reservation_id)}>{seenName(t, next.name)}</Link>
          </span>
        ) : null,
    },
    {
      key: 'kind',
      head: t('spotCalendar.columns.kind'),
      // A spot with many features would push the columns after it out of the window.
      cell: (spot) => {
        const words = spotWords(t, spot)
        return words.length === 0 ? null : <ShortText text={words.join(t('common.comma'))} />
      },
    },
    {
      key: 'level',
      head: t('spotCalendar.columns.level'),
      cell: ({ level }) => levelText(t, level),
    },
    {
      key: 'holder',
      head: t('spotCalendar.columns.holder'),
      cell: ({ is_assigned, assigned_to }) => (is_assigned ? seenName(t, assigned_to) : null),
    },
  ]
}
