import type { PublicLot } from '@openspot/contract/lots/lots.ts'
import { hoursInWords } from '@/ui/opening-hours/hours-in-words.ts'
import { words } from '@/words/index.ts'
import { rulesInWords } from './lot-rules.ts'
import css from './lots.module.css'

/** The opening hours of the lot, and its rules as sentences. */
export function GoodToKnow({ lot }: { lot: PublicLot }) {
  return (
    <>
      <section className={css.section}>
        <h2>{words.lot.hours}</h2>
        {lot.opening_hours === null ? (
          <p>{words.lot.alwaysOpen}</p>
        ) : (
          <dl className={css.hours}>
            {hoursInWords(lot.opening_hours).map(({ days, times }) => (
              <div key={days}>
                <dt>{days}</dt>
                <dd>{times}</dd>
              </div>
            ))}
          </dl>
        )}
      </section>
      <section className={css.section}>
        <h2>{words.lot.rulesTitle}</h2>
        <ul className={css.rules}>
          {rulesInWords(lot).map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </section>
    </>
  )
}
