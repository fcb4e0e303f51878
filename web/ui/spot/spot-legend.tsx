import { useTranslations } from 'use-intl'
import { boardOrder, stateMeaning, stateWord } from '@/ui/spot/spot-states.ts'
import css from './spot.module.css'
import { SpotSwatch } from './spot-cell.tsx'

/** The eight states and their meanings. */
export function SpotLegend() {
  const t = useTranslations()
  return (
    <dl className={css.legend}>
      {boardOrder.map((state) => (
        <div key={state} className={css.legendRow}>
          <dt>
            <span className={css.legendSwatch}>
              <SpotSwatch state={state} />
            </span>
            {stateWord(t, state)}
          </dt>
          <dd>{stateMeaning(t, state)}</dd>
        </div>
      ))}
    </dl>
  )
}
