import { Checkbox } from '@mantine/core'
import type { MonitorSpot } from '@openspot/contract/booking/monitor.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import Link from 'next/link'
import { clockText } from '@/lib/clock-text.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { reservationPath, spotPath } from '@/lib/paths.ts'
import { seenName } from '@/lib/seen-name.ts'
import type { Column } from '@/ui/data-table.tsx'
import { Plate } from '@/ui/plate.tsx'
import { levelText } from '@/ui/spot/level-text.ts'
import { SpotSwatch } from '@/ui/spot/spot-cell.tsx'
import { stateWord } from '@/ui/spot/spot-states.ts'
import { spotWords } from '@/ui/spot/spot-words.ts'
import { Moment } from '@/ui/time.tsx'
import css from './spots-screen.module.css'

/** The spots selected for a bulk change. */
export interface Choice {
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
}

/** Columns of the spots table; the first one names the spot and links to its calendar. */
export function spotColumns(
  t: Translate,
  lot: Pick<ConsoleLot, 'id' | 'time_zone'>,
  choice: Choice | null,
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
          <span className={css.choose}>
            <Checkbox
              size="xs"
              aria-label={t('lotSpots.choose', { label: spot.label })}
              checked={choice.chosen.has(spot.id)}
              onChange={() => choice.onChoose(toggled(choice.chosen, spot.id))}
            />
            {link}
          </span>
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
    { key: 'kind', head: t('spotCalendar.columns.kind'), cell: (spot) => spotWords(t, spot).join(', ') },
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

function toggled(chosen: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(chosen)
  if (!next.delete(id)) next.add(id)
  return next
}

/** Returns the spots as CSV rows with a header. */
export function spotRows(t: Translate, spots: readonly MonitorSpot[], zone: string): string[][] {
  return [
    [
      t('csv.columns.label'),
      t('csv.columns.type'),
      t('csv.columns.features'),
      t('csv.columns.level'),
      t('csv.columns.state'),
      t('csv.columns.until'),
      t('csv.columns.assigned_to'),
      t('csv.columns.driver'),
      t('csv.columns.plate'),
      t('csv.columns.next_driver'),
      t('csv.columns.next_starts_at'),
    ],
    ...spots.map(
      ({ label, type, features, level, state, until, is_assigned, assigned_to, occupant, next }) => [
        label,
        t(`spot.types.${type}`),
        features.map((feature) => t(`spot.features.${feature}`)).join(' | '),
        String(level),
        t(`spot.states.${state}.word`),
        clockText(until, zone),
        is_assigned ? seenName(t, assigned_to) : '',
        occupant ? seenName(t, occupant.name) : '',
        occupant?.plate ?? '',
        next ? seenName(t, next.name) : '',
        clockText(next?.starts_at ?? null, zone),
      ],
    ),
  ]
}
