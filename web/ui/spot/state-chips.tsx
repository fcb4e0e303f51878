import type { MonitorSpot } from '@openspot/contract/booking/monitor.ts'
import type { SpotAvailability } from '@openspot/core/enums.ts'
import { useTranslations } from 'use-intl'
import { SpotSwatch } from './spot-cell.tsx'
import { boardOrder, stateWord } from './spot-states.ts'
import css from './state-chips.module.css'

/** The number of spots in each state; pressing one filters by it. */
export function StateChips({
  spots,
  state,
  onChange,
}: {
  spots: readonly MonitorSpot[]
  state: SpotAvailability | null
  onChange: (state: SpotAvailability | null) => void
}) {
  const t = useTranslations()
  const count = (one: SpotAvailability) => spots.filter((spot) => spot.state === one).length
  const shown = boardOrder.filter((one) => count(one) > 0 || one === state)
  return (
    <fieldset className={css.chips}>
      <legend className="sr-only">{t('staff.monitor.states')}</legend>
      <button type="button" aria-pressed={state === null} onClick={() => onChange(null)}>
        {t('staff.monitor.all')} <strong>{spots.length}</strong>
      </button>
      {shown.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={state === one}
          onClick={() => onChange(state === one ? null : one)}
        >
          <span className={css.chipSwatch}>
            <SpotSwatch state={one} />
          </span>
          {stateWord(t, one)} <strong>{count(one)}</strong>
        </button>
      ))}
    </fieldset>
  )
}
