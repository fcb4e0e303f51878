import type { Output } from '@openspot/contract/call.ts'
import type { readLotFileRoute } from '@openspot/contract/lots/lot-files.ts'
import { useTranslations } from 'use-intl'
import { StatusWord } from '@/ui/status-word.tsx'
import css from './outcome-table.module.css'

type Outcome = NonNullable<Output<typeof readLotFileRoute>['lot']>['outcomes'][number]

const tones = { refused: 'bad', ignored: 'ahead', guessed: 'now', taken: 'done' } as const
/** What needs a look comes first, as in the table of the command line. */
const order = ['refused', 'ignored', 'guessed', 'taken'] as const

/** Shows what became of each property of a file. The reason is below the property, because the table is in a narrow column. */
export function OutcomeTable({ outcomes }: { outcomes: readonly Outcome[] }) {
  const t = useTranslations()
  const sorted = order.flatMap((outcome) => outcomes.filter((each) => each.outcome === outcome))
  return (
    <table className={css.table}>
      <caption>{t('lotFiles.screen.table')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('lotFiles.screen.property')}</th>
          <th scope="col">{t('lotFiles.screen.outcome')}</th>
        </tr>
      </thead>
      <tbody>
        {sorted.map(({ property, outcome, reason }) => (
          <tr key={`${outcome} ${property} ${reason ?? ''}`}>
            <th scope="row">
              {property}
              {reason === null ? null : <span className={css.reason}>{reason}</span>}
            </th>
            <td>
              <StatusWord tone={tones[outcome]}>{t(`lotFiles.outcomes.${outcome}`)}</StatusWord>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
