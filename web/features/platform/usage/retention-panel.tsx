'use client'
import { NativeSelect } from '@mantine/core'
import type { UsageFigures } from '@openspot/contract/platform/analytics.ts'
import type { Cohort } from '@openspot/core/analytics/funnel.ts'
import { isOneOf } from '@openspot/core/enums.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { saveCsv } from '@/lib/csv.ts'
import { CsvButton } from '@/ui/csv-button.tsx'
import { dayText } from '@/ui/day-text.ts'
import { percentText } from '@/ui/figures.ts'
import { Panel } from '@/ui/panel.tsx'
import { EmptyState } from '@/ui/states.tsx'
import css from './usage.module.css'

const kinds = ['drivers', 'visitors'] as const

/** Who comes back: a row for each week, a column for each week after it. */
export function RetentionPanel({ name, figures }: { name: string; figures: UsageFigures }) {
  const t = useTranslations()
  const [who, setWho] = useState<(typeof kinds)[number]>('drivers')
  const cohorts = figures[who].filter(({ people }) => people > 0)
  const weeks = Math.max(0, ...cohorts.map(({ returned }) => returned.length))
  const after = Array.from({ length: weeks }, (_, index) => index + 1)
  return (
    <Panel
      title={t('usage.retention.title')}
      text={t('usage.retention.text')}
      action={
        <div className={css.actions}>
          <NativeSelect
            aria-label={t('usage.retention.who')}
            value={who}
            data={kinds.map((value) => ({ value, label: t(`usage.retention.${value}`) }))}
            onChange={({ currentTarget: { value } }) => {
              if (isOneOf(kinds, value)) setWho(value)
            }}
          />
          <CsvButton
            label={t('usage.retention.csv')}
            onSave={() =>
              saveCsv(`${name} ${t('usage.retention.title')}`, [
                [
                  t('usage.retention.week'),
                  t('usage.retention.people'),
                  ...after.map((count) => t('usage.retention.after', { weeks: count })),
                ],
                ...cohorts.map(({ week_on, people, returned }) => [
                  week_on,
                  String(people),
                  ...after.map((count) => String(returned[count - 1] ?? '')),
                ]),
              ])
            }
          />
        </div>
      }
    >
      {who === 'visitors' ? <p className={css.quiet}>{t('usage.retention.visitorsText')}</p> : null}
      {cohorts.length === 0 ? (
        <EmptyState title={t('usage.retention.emptyTitle')} text={t('usage.retention.emptyText')} />
      ) : (
        <Cohorts cohorts={cohorts} after={after} />
      )}
    </Panel>
  )
}

function Cohorts({ cohorts, after }: { cohorts: readonly Cohort[]; after: readonly number[] }) {
  const t = useTranslations()
  const format = new Intl.NumberFormat(localeOf(t))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section className={css.scroll} aria-label={t('usage.retention.table')} tabIndex={0}>
      <table className={css.cohorts}>
        <thead>
          <tr>
            <th scope="col">{t('usage.retention.week')}</th>
            <th scope="col">{t('usage.retention.people')}</th>
            {after.map((weeks) => (
              <th key={weeks} scope="col" aria-label={t('usage.retention.after', { weeks })}>
                +{format.format(weeks)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cohorts.map(({ week_on, people, returned }) => (
            <tr key={week_on}>
              <th scope="row">{dayText(localeOf(t), week_on)}</th>
              <td>{format.format(people)}</td>
              {after.map((weeks) => {
                const count = returned[weeks - 1]
                // Weeks that are not there yet.
                if (count === undefined) return <td key={weeks} aria-label={t('usage.retention.notYet')} />
                const share = count / people
                return (
                  <td
                    key={weeks}
                    data-share
                    style={{
                      background: `color-mix(in srgb, var(--os-brand) ${Math.round(share * 45)}%, transparent)`,
                    }}
                    title={format.format(count)}
                  >
                    {percentText(t, Math.round(share * 100) * 100)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
