import type { SpotAvailability } from '@openspot/core/enums.ts'
import { useTranslations } from 'use-intl'
import { spotLooks, stateWord } from '@/ui/spot/spot-states.ts'
import css from './spot.module.css'

/** A spot of the board with its label; pressing it opens it. */
export function SpotCell({
  label,
  state,
  note,
  selected,
  isDense,
  onSelect,
}: {
  label: string
  state: SpotAvailability
  /** The second line, e.g. the plate or the end time. */
  note?: string | undefined
  selected?: boolean
  /** Only the label; the note is read to screen readers and shown on hover. */
  isDense?: boolean
  onSelect?: () => void
}) {
  const t = useTranslations()
  return (
    <button
      type="button"
      className={css.cell}
      data-dense={isDense || undefined}
      title={isDense ? note : undefined}
      aria-pressed={selected}
      aria-label={[label, stateWord(t, state), note].filter(Boolean).join(t('common.comma'))}
      onClick={onSelect}
      style={{ color: spotLooks[state].ink }}
    >
      <SpotSwatch state={state} />
      <span className={css.label}>{label}</span>
      {note && !isDense ? (
        <span className={css.note}>
          <bdi>{note}</bdi>
        </span>
      ) : null}
    </button>
  )
}

/** Only the state, as drawn in cells and in the legend. */
export function SpotSwatch({ state }: { state: SpotAvailability }) {
  const look = spotLooks[state]
  return (
    <svg
      className={css.swatch}
      viewBox="0 0 64 48"
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <path d="M2 3v42M62 3v42" className={css.line} />
      <rect
        x="7"
        y="3"
        width="50"
        height="42"
        rx="7"
        fill={look.fill}
        stroke={look.stroke}
        strokeDasharray={look.dashed ? '4 3' : undefined}
        key={state}
        className={`${css.body} ${css.arrived}`}
      />
    </svg>
  )
}
